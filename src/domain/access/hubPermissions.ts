/** The permission to list brands; no grant is needed for it (HUB-016). */
export const brandsPermission = "hub:api:brands:read"

/** The six permissions of messaging, which keys and grants both carry. */
export const messagingPermissions = [
  "hub:api:threads:read",
  "hub:api:actions:read",
  "hub:api:events:read",
  "hub:api:actions:claim",
  "hub:api:actions:complete",
  "hub:api:actions:cancel"
] as const

/** Every permission of the hub's external API. They are exact strings: none implies another. */
export const hubPermissions = [...messagingPermissions, brandsPermission] as const
export type HubPermission = (typeof hubPermissions)[number]
