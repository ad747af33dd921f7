import { assistantResource, developmentIssuer } from "../developmentIssuer.ts"
import { baseUrl } from "./baseUrl.ts"
import type { Values } from "./variables.ts"

/** The issuer of the tokens that the assistant endpoint accepts (INT-018 to INT-021). */
export interface AssistantIssuer {
  readonly issuer: string
  /** `aud` of its tokens: the URL of the endpoint as assistant hosts reach it. */
  readonly resource: string
  /** Absent: the development issuer, whose keys are known. */
  readonly jwksUrl: string | undefined
}

/** The configured issuer, else in development the development issuer, else undefined. */
export const assistantIssuer = (values: Values): AssistantIssuer | undefined => {
  const { assistantIssuer: issuer, assistantJwksUrl, assistantResource: resource } = values
  const isDevelopment = (values.environment ?? "development") === "development"
  if (issuer === undefined && !isDevelopment) return undefined
  return {
    issuer: issuer ?? developmentIssuer,
    resource: resource ?? assistantResource(baseUrl(values)),
    jwksUrl: issuer === undefined ? undefined : (assistantJwksUrl ?? `${issuer.replace(/\/+$/, "")}/oauth2/jwks`)
  }
}
