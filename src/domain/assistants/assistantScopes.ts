/** The scopes of tokens of assistant hosts: to read, which every request needs, and to change besides (INT-026, INT-027). */
export const assistantScopes = ["hub:collaboration:read", "hub:collaboration:write"] as const

export type AssistantScope = (typeof assistantScopes)[number]
