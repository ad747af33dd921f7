const link = /^(?:https:\/\/|mailto:|tel:|#|\/(?![/\\]))/iu

/** Whether a page may link there: to https, mail and telephone, or within its own site. No other scheme runs anything. */
export const isLink = (href: string): boolean => link.test(href)

/** Whether an image may be loaded from there. */
export const isImage = (url: string | null | undefined): url is string => url?.startsWith("https://") === true
