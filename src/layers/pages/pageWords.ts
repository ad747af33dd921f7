/** The text of pages that does not come from organizations. */
export interface PageWords {
  readonly skip: string
  readonly points: (points: string) => string
  readonly until: (date: string) => string
  readonly map: string
  readonly stars: (stars: number) => string
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
  stars: (stars) => `${stars} stars`,
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
  stars: (stars) => `${stars} Sterne`,
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
  stars: (stars) => `${stars} étoiles`,
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
  stars: (stars) => `${stars} estrellas`,
  rating: (rating) => `${rating} de 5`,
  reviews: (reviews) => `${reviews} opiniones`,
  members: "Para socios",
  unauthenticated: (organization) => `Esta página es para socios de ${organization}. Ábrala con la sesión iniciada.`,
  notEnrolled: (organization) => `Esta página es para socios de otro programa de ${organization}.`
}

const byLanguage: Readonly<Record<string, PageWords>> = { en, de, fr, es }

/** The texts in the language of the page, else in English. */
export const pageWords = (locale: string): PageWords => byLanguage[locale.split("-")[0] ?? "en"] ?? en
