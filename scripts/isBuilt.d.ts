/** @param root The directory of the checkout. */
export declare const isBuilt: (root: string) => boolean
