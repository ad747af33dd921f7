/** The largest value of an integer column, which has 32 bits. */
export const maxInt = 2_147_483_647
