#!/bin/sh
# Posts by copying: FOLDER/POST-ID.mp4 is the post. Gets the post as JSON on standard input, and the video
# in the folder it runs in. Exit codes: 0 posted, 65 refused, 75 did nothing yet, 77 connect again.
set -eu
folder=$1
target="$folder/$SHOWRUN_POST_ID.mp4"

if [ "$SHOWRUN_PHASE" = settle ]; then
	if [ -e "$target" ]; then echo '{"posted":true}'; else echo '{"posted":false}'; fi
	exit 0
fi

[ -d "$folder" ] || exit 75
cat > "$folder/.$SHOWRUN_POST_ID.json"
cp video.mp4 "$folder/.$SHOWRUN_POST_ID.tmp"
mv "$folder/.$SHOWRUN_POST_ID.tmp" "$target"
echo "{\"id\":\"$SHOWRUN_POST_ID\"}"
