import { Schema } from "effect"

/** The domains that a page can use (PAR-078). */
export const EligibleDomains = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      id: Schema.String.annotateKey({ description: "Id of the custom domain" }),
      hostname: Schema.String.annotateKey({ description: "Its hostname" }),
      status: Schema.Literal("verified").annotateKey({ description: "Only verified domains can be used" }),
      assignedPageGroupId: Schema.NullOr(Schema.String).annotateKey({
        description: "Id of the page that already uses it; null if none, or out of reach"
      })
    })
  ).annotateKey({ description: "The verified domains of the organization, by hostname" })
}).annotate({ identifier: "EligibleDomains" })

/** The programs to whose members a page can be restricted (PAR-079). */
export const GatePrograms = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      programId: Schema.String.annotateKey({ description: "Id of the program" }),
      name: Schema.String.annotateKey({ description: "Name of the program" }),
      status: Schema.Literal("active").annotateKey({ description: "Only active programs can gate a page" })
    })
  ).annotateKey({ description: "The active programs of the organization, oldest first" })
}).annotate({ identifier: "GatePrograms" })
