import { oddsTable } from "../../speech/odds-table.ts";

/**
 * How much words of English speak for housekeeping, as log odds: fitted to 1,250 lines of it and 500 that
 * come near to it, made up by people who knew no talk of the bench, to the talks of its `tuning` half, and to
 * 16,000 sentences of 400 podcasts (counted in transcripts by Changelog Media, CC BY-SA 4.0). `^` and `$` are
 * the ends of a sentence, `#` is a number in figures.
 */
const ODDS = oddsTable(`
	-4: yeah
	-3.5: # gonna things
	-3: less
	-2.5: also data days they times
	-2: ^_so basically js little_bit love mean model runs stuff wanna web why
	-1.5: ^_a ^_please came com cool definitely example guess happens interesting its kind many maybe
	obviously really software source the_first then took user using were what what's whole world you_have
	-1: ^_the ^_we access always an and around best both bringing build community difference different
	earlier engineers every exactly experience fix had his idea into it's_a job learn level like lot one_of
	opinion paid point problem process product project projects real right_$ saying see_the sense service
	she side sure system that thing use usually was way we_have well went within work write years yes
	you_could
	-0.5: ^_but ^_for ^_i ^_it a about actually add all_of almost and_i and_you app back_to bad based
	because between break built but called change changed cloud code cold context correct curious customers
	dev do easy end_$ enough error even figure for_me found good gotta he him how interface involved is
	is_a is_the it just know learning least listening long made make makes mentioned models money months
	more needs never new not of on_a on_the or pay people_who post pretty probably quarter said search
	security seen server similar some something sometimes spend started starts still super talked team term
	text than that's_the that_$ the_next the_same the_time their them there_$ they're think this_$ this_is
	thoughts to_do tool tools true try_to used want wanted when where while with words working would
	you_hear
	0.5: ^_apologies ^_because ^_come ^_i'll ^_is ^_no ^_right ^_since ^_sorry ^_that ^_who a_bit ago aisle
	an_hour and_it's and_there applause at_two back_$ background bar being between_you black breakout
	breakout_rooms bus can_read can_see clicker cut dog embarrassing everybody everyone eyes find
	five_minutes floor folks for_the free further got got_a green hand handout hands hear hear_the i'm
	i_know i_see if if_it's if_there's if_you'd invitation it_$ it_is jumper keeping kick lanyard laptop
	last_time let's let_the little lost made_it may me_to meeting mic might mine missing my_train night
	noise none_of of_a of_my of_us off_$ on only organisers otherwise panel park projector put_your
	questions rather recording room running says schedule see seeing small so so_if some_of someone stack
	standing_between supposed supposed_to survey talk tea thank_you that_the the the_feedback the_handout
	the_organisers the_other the_screen there'll there'll_be there's there_are there_we this this_one
	this_week those_who throat tickets to_you today turning two two_minutes up us waiting wants way_out we
	we're we_are we_get weekend welcome_to who've whose without you'd you're you're_on you_$ you_all
	you_are your yourself
	1: ^_as ^_can ^_i'd ^_just ^_one ^_where ^_which ^_would a_great a_seat again and_do and_we're
	and_we've answer any apparently are_on at_a back_on badge be_right been_a bell by_the camera
	can_squeeze caretaker chairman chance chat come couldn't couple_of desk dial do_i do_the don't_think
	down_$ drive episode excuse exits faces feedback fire for_$ for_those forgive front fun get_into gone
	hall hand_up handle have_a hold home host hours i'd i'm_going i've_had i_$ i_shall ice if_you've in_$
	in_at in_here in_this is_$ is_that joke just_shout last lecture let's_give like_to line live loud_$
	lunch_is me_on mind music mute my next nine of_an off over_there page pick_up room_$ safe say_who
	screen second see_a see_that see_you shut side_$ sign silver sit_on so_i'll squeeze_in studio subs
	tea_and that_was the_bottom the_caretaker the_little the_registration the_slides the_studio then_$
	to_our to_say to_stop town try two_$ up_on watching we've we've_got where_you're with_that won't
	won't_be you_and your_hand your_questions
	1.5: ^_before ^_have ^_only ^_unless ^_with a_question a_whole air alarm anyway are_$ are_and are_not
	at_five at_me attention_$ audio back_in bit blue box but_we'll bye can't_see catch coffee decided drill
	due feedback_form floor_$ free_to go_and grab guest hands_up hang_on happy have_time hello here_for hi
	i'm_getting i've is_why it_a leave left let_me live_$ loud me microphone morning_so moved_to not_to
	on_mute one_more pass past pink present programme red session since slide sound speaker stuck thank
	thanks that's_me the_hotel themselves there's_a they've think_that's this_room time_for to_everyone
	to_your toilets train trip unless usual week's what_was with_us yet you_didn't you_may
	2: ^_although afterwards and_not anyone baby bring_a captions cheers did_i down_here email evening
	expecting from_me him_$ hour i'll i_hope i_make in_case is_on keeps like_we make_it minutes_for my_name
	my_slides now_that of_which once_$ our_friends over_to packed pause people_find round short shout
	so_don't take_your ten the_car the_stage the_wrong those_of use_the wave we'll you'll you're_all
	you_haven't
	2.5: ^_could ^_given ^_has ^_until ages apologies be_on cat church coats doors i'm_told invitation_$
	kindly ladies last_night lights lovely offline priya raffle_tickets right_where should_have that_door
	the_panel upstairs was_i welcome who's wifi
	3: ^_while a_pound can_hear eight_$ embarrassing_$ row sir slides_$ somebody's sorry standing
	your_mouth yourselves
	3.5: deck first_one four_and grateful i_promise introduction it's_gone of_you shall the_green tonight
	your_legs
	4: please your_name
	4.5: keep_them
`);
/** Of a sentence of which no word is known. */
const NONE_KNOWN = -2.25;

/** The log odds that a sentence in small letters is housekeeping. */
export function housekeepingOdds(text: string): number {
	const words = text.match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];
	const placed = ["^", ...words.map((word) => (/^[0-9]+$/.test(word) ? "#" : word)), "$"];
	const pairs = placed.slice(1).map((word, at) => `${placed[at]}_${word}`);
	const found = new Set([...placed.slice(1, -1), ...pairs]);
	return [...found].reduce((sum, each) => sum + (ODDS.get(each) ?? 0), NONE_KNOWN);
}
