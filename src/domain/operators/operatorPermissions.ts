/** Reads messaging, Actions and collaboration (INT-006). */
export const guestsRead = "hub:guests:read"

/** Comments, moves Actions and changes settings; only together with `guestsRead` (INT-007). */
export const organizationsManage = "hub:organizations:manage"

/** The permissions of operators on the operator routes and the assistant endpoint. */
export const operatorPermissions = [guestsRead, organizationsManage] as const
export type OperatorPermission = (typeof operatorPermissions)[number]
