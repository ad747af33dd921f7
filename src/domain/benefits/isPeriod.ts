/** Whether the days are a period: from `validFrom` to `validTo`, both inclusive; null or absent is open. */
export const isPeriod = (validFrom: string | null | undefined, validTo: string | null | undefined): boolean =>
  validFrom === null || validFrom === undefined || validTo === null || validTo === undefined || validFrom <= validTo
