/** The scopes of assistant tokens: read, which every request requires, and write for changes (INT-026, INT-027). */
export const assistantScopes = ["hub:collaboration:read", "hub:collaboration:write"] as const

export type AssistantScope = (typeof assistantScopes)[number]
