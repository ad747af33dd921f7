/**
 * Page size of tools, in records scanned before invisible ones are dropped. Small, because an assistant reads every
 * record.
 */
export const assistantPage = 25
