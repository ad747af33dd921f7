/** Longer than any test, in milliseconds. */
export const anHour = 3_600_000
