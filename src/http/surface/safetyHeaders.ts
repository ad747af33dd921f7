/** Headers of every answer: browsers neither guess at its type nor pass its address on. */
export const safetyHeaders = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" } as const
