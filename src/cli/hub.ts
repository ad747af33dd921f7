import { Command } from "effect/cli"
import { assistants } from "./assistants.ts"
import { audit } from "./audit.ts"
import { bootstrap } from "./bootstrap.ts"
import { demo } from "./demo.ts"
import { doctor } from "./doctor.ts"
import { importData } from "./importData.ts"
import { installations } from "./installations.ts"
import { inviteLinks } from "./inviteLinks.ts"
import { keys } from "./keys.ts"
import { members } from "./members.ts"
import { migrate } from "./migrate.ts"
import { openapi } from "./openapi.ts"
import { organizations } from "./organizations.ts"
import { outbox } from "./outbox.ts"
import { program } from "./program.ts"
import { report } from "./report.ts"
import { reset } from "./reset.ts"
import { rotate } from "./rotate.ts"
import { seed } from "./seed.ts"
import { serve } from "./serve.ts"
import { simulate } from "./simulate.ts"
import { token } from "./token.ts"
import { verify } from "./verify.ts"

/** The command line: one file per verb. */
export const hub = Command.make("hub").pipe(
  Command.withDescription("The API service of a hotel loyalty platform. Configured by environment variables only."),
  Command.withExamples([
    { command: "hub serve --demo", description: "Serve with demo data on an embedded database" },
    { command: "hub doctor", description: "Check configuration, database and everything else it depends on" }
  ]),
  Command.withSubcommands([
    serve,
    migrate,
    bootstrap,
    organizations,
    seed,
    reset,
    demo,
    importData,
    members,
    keys,
    installations,
    inviteLinks,
    assistants,
    token,
    program,
    outbox,
    audit,
    openapi,
    doctor,
    verify,
    report,
    simulate,
    rotate
  ])
)
