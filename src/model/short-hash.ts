/** 64 bits of two FNV-1a hashes with different starts, in base 36. Tells texts apart; it is no seal. */
export function shortHash(text: string): string {
	let [left, right] = [0x811c9dc5, 0x9e3779b9];
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		left = Math.imul(left ^ unit, 0x01000193);
		right = Math.imul(right ^ unit, 0x01000193) ^ (right >>> 15);
	}
	return (left >>> 0).toString(36) + (right >>> 0).toString(36);
}
