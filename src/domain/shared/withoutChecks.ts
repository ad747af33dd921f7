/**
 * For what was judged when it was taken in: its types are checked, its lengths and patterns not once more. A list
 * of pages is read and answered in half the time.
 */
export const withoutChecks = { disableChecks: true } as const
