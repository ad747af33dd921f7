/**
 * For what was judged when it was taken in: its types are checked, its lengths and patterns not once more. Reading a page
 * of pages takes half the time.
 */
export const withoutChecks = { disableChecks: true } as const
