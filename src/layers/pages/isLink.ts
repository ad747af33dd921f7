const link = /^(?:https:\/\/|mailto:|tel:|#|\/(?![/\\]))/iu

/** Whether a page may link there: to https, mail and telephone, or within its own site. No other scheme runs anything. */
export const isLink = (href: string): boolean => link.test(href)

/** Whether it is an https address, as those of images are. */
export const isHttps = (url: string | null | undefined): url is string => url?.startsWith("https://") === true
