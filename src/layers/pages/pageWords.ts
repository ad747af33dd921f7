import { type Markup, markup } from "./markup.ts"

/** The text of pages that does not come from organizations. */
interface PageWords {
  readonly skip: string
  readonly points: (points: string) => string
  readonly until: (date: string) => string
  readonly map: string
  readonly rating: (rating: string) => string
  readonly reviews: (reviews: string) => string
  readonly members: string
  readonly unauthenticated: (organization: string) => string
  readonly notEnrolled: (organization: string) => string
}

const en: PageWords = {
  skip: "Skip to content",
  points: (points) => `${points} points`,
  until: (date) => `Until ${date}`,
  map: "Open in OpenStreetMap",
  rating: (rating) => `${rating} out of 5`,
  reviews: (reviews) => `${reviews} reviews`,
  members: "For members",
  unauthenticated: (organization) => `This page is for members of ${organization}. Open it while you are signed in.`,
  notEnrolled: (organization) => `This page is for members of another program of ${organization}.`
}

const de: PageWords = {
  skip: "Zum Inhalt",
  points: (points) => `${points} Punkte`,
  until: (date) => `Bis ${date}`,
  map: "In OpenStreetMap öffnen",
  rating: (rating) => `${rating} von 5`,
  reviews: (reviews) => `${reviews} Bewertungen`,
  members: "Für Mitglieder",
  unauthenticated: (organization) => `Diese Seite ist für Mitglieder von ${organization}. Öffnen Sie sie angemeldet.`,
  notEnrolled: (organization) => `Diese Seite ist für Mitglieder eines anderen Programms von ${organization}.`
}

const fr: PageWords = {
  skip: "Aller au contenu",
  points: (points) => `${points} points`,
  until: (date) => `Jusqu’au ${date}`,
  map: "Ouvrir dans OpenStreetMap",
  rating: (rating) => `${rating} sur 5`,
  reviews: (reviews) => `${reviews} avis`,
  members: "Pour les membres",
  unauthenticated: (organization) =>
    `Cette page est réservée aux membres de ${organization}. Ouvrez-la une fois connecté.`,
  notEnrolled: (organization) => `Cette page est réservée aux membres d’un autre programme de ${organization}.`
}

const es: PageWords = {
  skip: "Ir al contenido",
  points: (points) => `${points} puntos`,
  until: (date) => `Hasta el ${date}`,
  map: "Abrir en OpenStreetMap",
  rating: (rating) => `${rating} de 5`,
  reviews: (reviews) => `${reviews} opiniones`,
  members: "Para socios",
  unauthenticated: (organization) => `Esta página es para socios de ${organization}. Ábrala con la sesión iniciada.`,
  notEnrolled: (organization) => `Esta página es para socios de otro programa de ${organization}.`
}

const pt: PageWords = {
  skip: "Ir para o conteúdo",
  points: (points) => `${points} pontos`,
  until: (date) => `Até ${date}`,
  map: "Abrir no OpenStreetMap",
  rating: (rating) => `${rating} de 5`,
  reviews: (reviews) => `${reviews} avaliações`,
  members: "Para membros",
  unauthenticated: (organization) => `Esta página é para membros de ${organization}. Abra-a com a sessão iniciada.`,
  notEnrolled: (organization) => `Esta página é para membros de outro programa de ${organization}.`
}

const it: PageWords = {
  skip: "Vai al contenuto",
  points: (points) => `${points} punti`,
  until: (date) => `Fino al ${date}`,
  map: "Apri in OpenStreetMap",
  rating: (rating) => `${rating} su 5`,
  reviews: (reviews) => `${reviews} recensioni`,
  members: "Per i membri",
  unauthenticated: (organization) =>
    `Questa pagina è riservata ai membri di ${organization}. Aprila dopo aver effettuato l’accesso.`,
  notEnrolled: (organization) => `Questa pagina è riservata ai membri di un altro programma di ${organization}.`
}

const nl: PageWords = {
  skip: "Naar de inhoud",
  points: (points) => `${points} punten`,
  until: (date) => `Tot en met ${date}`,
  map: "Openen in OpenStreetMap",
  rating: (rating) => `${rating} van 5`,
  reviews: (reviews) => `${reviews} beoordelingen`,
  members: "Voor leden",
  unauthenticated: (organization) =>
    `Deze pagina is voor leden van ${organization}. Open de pagina nadat u bent ingelogd.`,
  notEnrolled: (organization) => `Deze pagina is voor leden van een ander programma van ${organization}.`
}

const byLanguage: Readonly<Record<string, PageWords>> = { en, de, fr, es, pt, it, nl }

/** Texts with the locale of their language, numbers and dates. */
export interface LocalizedWords extends PageWords {
  readonly locale: string
  /** Marks a text as English on a page in another language, also for its direction (WCAG 3.1.2). */
  readonly marked: (text: string) => Markup
}

/** The texts in the language of the page, else in English. */
export const pageWords = (locale: string): LocalizedWords => {
  const own = byLanguage[locale.split("-")[0] ?? "en"]
  return own === undefined
    ? { ...en, locale: "en", marked: (text) => markup`<bdi lang="en">${text}</bdi>` }
    : { ...own, locale, marked: (text) => markup`${text}` }
}
