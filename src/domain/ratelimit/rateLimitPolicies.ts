import type { RateLimitPolicy } from "./RateLimitPolicy.ts"

/**
 * Configured uses per minute, of `inviteLink`, `inviteRecipient`, `inviteResend` and `domainRetry` per hour, of
 * `domainRecheck` per 10 minutes; absent ones keep their default.
 */
export interface RateLimitSettings {
  readonly hubKey?: number | undefined
  readonly hubTransition?: number | undefined
  readonly operator?: number | undefined
  readonly operatorWrites?: number | undefined
  readonly partnerKey?: number | undefined
  readonly partnerWrites?: number | undefined
  readonly member?: number | undefined
  readonly memberLookup?: number | undefined
  readonly assistant?: number | undefined
  readonly public?: number | undefined
  readonly address?: number | undefined
  readonly inviteAddress?: number | undefined
  readonly inviteLink?: number | undefined
  readonly inviteRecipient?: number | undefined
  readonly inviteResend?: number | undefined
  readonly domainRecheck?: number | undefined
  readonly domainRetry?: number | undefined
}

const perMinute = (name: string, limit: number): RateLimitPolicy => ({ name, limit, windowSeconds: 60 })

const perHour = (name: string, limit: number): RateLimitPolicy => ({ name, limit, windowSeconds: 3600 })

/** Wrong verification codes of one claim (PAR-028). Their window slides: it ends when the first of them leaves it. */
export const verificationCodePolicy: RateLimitPolicy = { name: "verification-code", limit: 5, windowSeconds: 900 }

/**
 * The limits of every surface (HUB-090, PAR-136, MEM-008, PUB-020). `address` is counted before authentication;
 * `system` counts requests outside the endpoints separately, so that neither can starve probes or clients; `pages`
 * counts guests' requests that miss the cache (A-140), `providers` requests signed by a provider (A-154). A member's
 * look-ups have their own limit against guessing (MEM-113). The legacy limit is part of its contract and not
 * configurable (PUB-014), nor is that of wrong verification codes (PAR-028). Public invites are limited per address,
 * link and recipient, resending per invite and recipient, and rechecks and retries per custom domain (PAR-137).
 */
export const rateLimitPolicies = (settings: RateLimitSettings = {}) => ({
  hubKey: perMinute("hub-key", settings.hubKey ?? 600),
  hubTransition: perMinute("hub-transition", settings.hubTransition ?? 120),
  operator: perMinute("operator", settings.operator ?? 600),
  operatorWrites: perMinute("operator-writes", settings.operatorWrites ?? 120),
  partnerKey: perMinute("partner-key", settings.partnerKey ?? 600),
  partnerWrites: perMinute("partner-writes", settings.partnerWrites ?? 300),
  member: perMinute("member", settings.member ?? 300),
  memberLookup: perMinute("member-lookup", settings.memberLookup ?? 10),
  assistant: perMinute("assistant", settings.assistant ?? 600),
  public: perMinute("public", settings.public ?? 120),
  legacyResolve: perMinute("legacy-resolve", 10),
  address: perMinute("address", settings.address ?? 1200),
  system: perMinute("system", settings.address ?? 1200),
  pages: perMinute("pages", settings.address ?? 1200),
  providers: perMinute("providers", settings.address ?? 1200),
  inviteAddress: perMinute("invite-address", settings.inviteAddress ?? 20),
  inviteLink: perHour("invite-link", settings.inviteLink ?? 60),
  inviteRecipient: perHour("invite-recipient", settings.inviteRecipient ?? 3),
  inviteResend: perHour("invite-resend", settings.inviteResend ?? 3),
  domainRecheck: { name: "domain-recheck", limit: settings.domainRecheck ?? 6, windowSeconds: 600 },
  domainRetry: perHour("domain-retry", settings.domainRetry ?? 3),
  verificationCode: verificationCodePolicy
})

/** Every policy by its name in `rateLimitPolicies`. */
export type RateLimitPolicies = ReturnType<typeof rateLimitPolicies>
