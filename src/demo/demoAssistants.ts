import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { DemoClock } from "./DemoClock.ts"

/** `client_id` of the demo assistant hosts: one on the allowlist, and one removed from it (INT-025). */
export const assistantClientIds = { allowed: "hub-assistant", denied: "hub-assistant-denied" } as const

export const demoAssistants = (clock: DemoClock): Pick<Dataset, "assistantClients"> => ({
  assistantClients: [
    {
      clientId: assistantClientIds.allowed,
      name: "Assistant host",
      allowlisted: true,
      createdAt: clock.ago({ days: 20 })
    },
    {
      clientId: assistantClientIds.denied,
      name: "Assistant host, denied",
      allowlisted: false,
      createdAt: clock.ago({ days: 10 })
    }
  ]
})
