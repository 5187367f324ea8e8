/** A language that voices speak, with the names that its voices go by. */
export interface VoiceLanguage {
  readonly code: string;
  readonly name: string;
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly neutral: readonly string[];
}

/** In the order in which a provider's list goes through them. */
export const voiceLanguages: readonly VoiceLanguage[] = [
  {
    code: 'en-US',
    name: 'American English',
    female: ['Naomi', 'Harper', 'Delia', 'Josephine'],
    male: ['Marcus', 'Wyatt', 'Everett', 'Silas'],
    neutral: ['Rowan', 'Quinn'],
  },
  {
    code: 'de-DE',
    name: 'German',
    female: ['Lena', 'Wiebke', 'Jördis', 'Annegret'],
    male: ['Jonas', 'Matthis', 'Ruprecht', 'Björn'],
    neutral: ['Kim', 'Toni'],
  },
  {
    code: 'en-GB',
    name: 'British English',
    female: ['Imogen', 'Beatrix', 'Maeve', 'Winifred'],
    male: ['Oliver', 'Alistair', 'Rhys', 'Callum'],
    neutral: ['Robin', 'Ellis'],
  },
  {
    code: 'fr-FR',
    name: 'French',
    female: ['Élodie', 'Maëlle', 'Solène', 'Odile'],
    male: ['Étienne', 'Bastien', 'Loïc', 'Gaspard'],
    neutral: ['Camille', 'Claude'],
  },
  {
    code: 'es-ES',
    name: 'Spanish',
    female: ['Lucía', 'Inés', 'Nuria', 'Pilar'],
    male: ['Álvaro', 'Iván', 'Rubén', 'Ramón'],
    neutral: ['Cruz', 'Trini'],
  },
  {
    code: 'ja-JP',
    name: 'Japanese',
    female: ['Sakura', 'Haruka', 'Chiyo', 'Misaki'],
    male: ['Kenta', 'Ryota', 'Isamu', 'Takeshi'],
    neutral: ['Hikaru', 'Nagisa'],
  },
  {
    code: 'pt-BR',
    name: 'Brazilian Portuguese',
    female: ['Isadora', 'Luana', 'Conceição', 'Yara'],
    male: ['Rafael', 'Thiago', 'João', 'Otávio'],
    neutral: ['Ariel', 'Darci'],
  },
  {
    code: 'en-IN',
    name: 'Indian English',
    female: ['Ananya', 'Kavitha', 'Meera', 'Lakshmi'],
    male: ['Arjun', 'Rohan', 'Vikram', 'Suresh'],
    neutral: ['Kiran', 'Jaya'],
  },
  {
    code: 'it-IT',
    name: 'Italian',
    female: ['Giulia', 'Ginevra', 'Marisa', 'Ornella'],
    male: ['Lorenzo', 'Niccolò', 'Ettore', 'Sandro'],
    neutral: ['Celeste', 'Andrea'],
  },
  {
    code: 'nl-NL',
    name: 'Dutch',
    female: ['Sanne', 'Fleur', 'Anouk', 'Truus'],
    male: ['Bram', 'Sjoerd', 'Daan', 'Willem'],
    neutral: ['Jip', 'Noor'],
  },
  {
    code: 'hi-IN',
    name: 'Hindi',
    female: ['Aditi', 'Pooja', 'Sunita', 'Radha'],
    male: ['Dev', 'Manish', 'Om', 'Harish'],
    neutral: ['Gyan', 'Sonu'],
  },
  {
    code: 'zh-CN',
    name: 'Mandarin Chinese',
    female: ['Xiaoyu', 'Meilin', 'Yating', 'Guizhen'],
    male: ['Haoran', 'Zhiwei', 'Jianguo', 'Bowen'],
    neutral: ['Lin', 'An'],
  },
  {
    code: 'sv-SE',
    name: 'Swedish',
    female: ['Astrid', 'Ebba', 'Linnéa', 'Gunilla'],
    male: ['Nils', 'Håkan', 'Viktor', 'Gösta'],
    neutral: ['Kit', 'Mika'],
  },
];
