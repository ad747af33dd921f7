/** Records of one page of a tool, scanned before invisible ones are dropped: an assistant reads every one of them. */
export const assistantPage = 25
