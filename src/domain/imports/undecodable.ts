/** Marks bytes of a file that are not UTF-8: half of a surrogate pair, which no UTF-8 decodes to. */
export const undecodable = "\uDFFF"

/** Whether a line was UTF-8 throughout, so that it has no such mark. */
export const isDecoded = (text: string): boolean => text.isWellFormed()

/** Why a line with such a mark is rejected. */
export const notDecoded = "is not encoded in UTF-8"
