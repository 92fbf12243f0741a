/** Prints a token of an account, as one of several processes that need it at once. */
import { tokensAt, type Where } from "./tokens.ts";

const where = JSON.parse(process.argv[2] ?? "") as Where & { readonly account: string };
console.log(await tokensAt(where).accessToken(where.account));
