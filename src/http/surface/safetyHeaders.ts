/** Security headers of every response: no MIME sniffing, no referrer. */
export const safetyHeaders = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" } as const
