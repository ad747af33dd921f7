/** Whether the dates form a period, both inclusive; null or absent means open. */
export const isPeriod = (validFrom: string | null | undefined, validTo: string | null | undefined): boolean =>
  validFrom === null || validFrom === undefined || validTo === null || validTo === undefined || validFrom <= validTo
