/** The texts of an invite's message in one language. `name` may be empty; nothing is escaped yet. */
interface InviteTexts {
  readonly subject: (venue: string) => string
  readonly greeting: (name: string) => string
  readonly invitation: (venue: string, organization: string) => string
  readonly action: string
  readonly expiry: (day: string) => string
  readonly ignore: string
}

const greet = (word: string, name: string) => (name === "" ? `${word},` : `${word} ${name},`)

const en: InviteTexts = {
  subject: (venue) => `Your invitation from ${venue}`,
  greeting: (name) => greet("Hello", name),
  invitation: (venue, organization) => `${venue} invites you to become a member of ${organization}.`,
  action: "Accept the invitation",
  expiry: (day) => `The link works until ${day}.`,
  ignore: "If you did not expect this message, you can ignore it."
}

/** By language subtag (BCP 47); English is the fallback. */
const texts: Readonly<Record<string, InviteTexts>> = {
  en,
  de: {
    subject: (venue) => `Ihre Einladung von ${venue}`,
    greeting: (name) => greet("Guten Tag", name),
    invitation: (venue, organization) => `${venue} lädt Sie ein, Mitglied bei ${organization} zu werden.`,
    action: "Einladung annehmen",
    expiry: (day) => `Der Link ist bis zum ${day} gültig.`,
    ignore: "Falls Sie diese Nachricht nicht erwartet haben, können Sie sie ignorieren."
  },
  es: {
    subject: (venue) => `Su invitación de ${venue}`,
    greeting: (name) => greet("Hola", name),
    invitation: (venue, organization) => `${venue} le invita a hacerse miembro de ${organization}.`,
    action: "Aceptar la invitación",
    expiry: (day) => `El enlace es válido hasta el ${day}.`,
    ignore: "Si no esperaba este mensaje, puede ignorarlo."
  },
  fr: {
    subject: (venue) => `Votre invitation de ${venue}`,
    greeting: (name) => greet("Bonjour", name),
    invitation: (venue, organization) => `${venue} vous invite à devenir membre de ${organization}.`,
    action: "Accepter l’invitation",
    expiry: (day) => `Le lien est valable jusqu’au ${day}.`,
    ignore: "Si vous n’attendiez pas ce message, vous pouvez l’ignorer."
  },
  pt: {
    subject: (venue) => `O seu convite de ${venue}`,
    greeting: (name) => greet("Olá", name),
    invitation: (venue, organization) => `${venue} convida-o a tornar-se membro de ${organization}.`,
    action: "Aceitar o convite",
    expiry: (day) => `A ligação é válida até ${day}.`,
    ignore: "Se não esperava esta mensagem, pode ignorá-la."
  }
}

/** The texts for a locale, with their language. */
export const inviteTexts = (locale: string | null): InviteTexts & { readonly language: string } => {
  const language = locale?.split("-")[0]?.toLowerCase() ?? "en"
  const translated = Object.hasOwn(texts, language) ? texts[language] : undefined
  return translated === undefined ? { ...en, language: "en" } : { ...translated, language }
}
