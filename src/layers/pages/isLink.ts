const link = /^(?:https:\/\/|mailto:|tel:|#|\/(?![/\\]))/iu

/** Whether a page may link there: https, mailto, tel, or within its own site. None of these can run a script. */
export const isLink = (href: string): boolean => link.test(href)

/** Whether it is an https URL, as images must have. */
export const isHttps = (url: string | null | undefined): url is string => url?.startsWith("https://") === true
