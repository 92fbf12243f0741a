const COLUMNS = 100;

/**
 * Runs its arguments on a terminal of their own: what is typed comes from standard input, what is
 * shown goes to standard output.
 */
export const TERMINAL = `
import os, pty, sys, struct, fcntl, termios
pid, master = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, ${COLUMNS}, 0, 0))
import select
inputs = [master, 0]
while True:
    ready, _, _ = select.select(inputs, [], [])
    if 0 in ready:
        typed = os.read(0, 1024)
        if typed: os.write(master, typed)
        else: inputs.remove(0)
    if master in ready:
        try: shown = os.read(master, 65536)
        except OSError: shown = b""
        if not shown: break
        os.write(1, shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** What stays on the screen: bars that were drawn over or taken away are gone. */
export function screen(shown: string): readonly string[] {
	const lines: string[] = [""];
	const at = { row: 0, column: 0 };
	for (const [piece] of shown.matchAll(/\p{Cc}\[[\d;?]*[A-Za-z]|[\s\S]/gu)) {
		if (piece === "\r") at.column = 0;
		else if (piece === "\n") at.row++;
		else if (piece.startsWith("\x1b")) command(piece, lines, at);
		else {
			const line = (lines[at.row] ?? "").padEnd(at.column);
			lines[at.row] = line.slice(0, at.column) + piece + line.slice(at.column + 1);
			at.column++;
		}
		while (lines.length <= at.row) lines.push("");
	}
	return lines.map((line) => line.trimEnd());
}

function command(piece: string, lines: string[], at: { row: number; column: number }): void {
	const count = Number(/\d+/.exec(piece)?.[0] ?? 1);
	const kind = piece.at(-1);
	if (kind === "A") at.row = Math.max(0, at.row - count);
	if (kind === "G") at.column = count - 1;
	if (kind === "J") lines.length = at.row + 1;
	if (kind === "J" || kind === "K") lines[at.row] = (lines[at.row] ?? "").slice(0, at.column);
}
