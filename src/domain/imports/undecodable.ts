/** Stands for bytes of a file that are not UTF-8: half of a surrogate pair, which no UTF-8 decodes to. */
export const undecodable = "\uDFFF"

/** Whether a text as read from a file, without the mark, was encoded in UTF-8. */
export const isDecoded = (text: string): boolean => text.isWellFormed()

/** The rejection of a line that was not. */
export const notDecoded = "is not encoded in UTF-8"
