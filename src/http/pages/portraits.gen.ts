/** Generated from src/http/pages/portraits.yaml by `npm run generate`: change the source, not this file. */

export const skins = [
  "#f6d7c3",
  "#eec1a0",
  "#d9a07a",
  "#b9795a",
  "#8d5a40",
  "#65402d"
] as const;

export const hairs = [
  "#2b2220",
  "#4a3328",
  "#7a4a2b",
  "#a9692f",
  "#d0a552",
  "#8c2f24"
] as const;

export const grey = "#b9bcc4" as const;

export const portrait = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 96 96\" width=\"96\" height=\"96\" role=\"img\">\n<title>{name}</title>\n<rect width=\"96\" height=\"96\" fill=\"hsl({hue} 55% 62%)\"/>\n<circle cx=\"{light}\" cy=\"14\" r=\"34\" fill=\"hsl({lightHue} 60% 70%)\"/>\n{behind}\n<path d=\"M14 96c2-18 16-25 34-25s32 7 34 25z\" fill=\"hsl({coatHue} 42% 38%)\"/>\n<path d=\"M40 62h16v11c0 9-16 9-16 0z\" fill=\"{skin}\"/><path d=\"M40 66c4 5 12 5 16 0v4c-4 4-12 4-16 0z\" fill=\"#0002\"/>\n<ellipse cx=\"48\" cy=\"45\" rx=\"19\" ry=\"23\" fill=\"{skin}\"/>\n{before}\n<g fill=\"#2a2228\"><circle cx=\"40\" cy=\"46\" r=\"2.3\"/><circle cx=\"56\" cy=\"46\" r=\"2.3\"/></g>\n<path d=\"M36 39.500q4-2.500 8 0M52 39.500q4-2.500 8 0M41 57q7 {smile} 14 0\" fill=\"none\" stroke=\"#2a2228\" stroke-width=\"1.8\" stroke-linecap=\"round\"/>{glasses}\n</svg>\n" as const;

export const glasses = "<g fill=\"none\" stroke=\"#2a2a33\" stroke-width=\"1.6\"><circle cx=\"40\" cy=\"46\" r=\"6.2\"/><circle cx=\"56\" cy=\"46\" r=\"6.2\"/><path d=\"M46.2 45.4q1.8-1.4 3.6 0\"/></g>" as const;

export const hairStyles = {
  "long": {
    "behind": "<path d=\"M24 44C22 16 74 16 72 44c0 14 4 26 6 34H18c2-8 6-20 6-34z\" fill=\"{hair}\"/>",
    "before": "<path d=\"M29 42C28 24 40 19 50 20c12 1 18 9 17 22-8-2-14-6-18-12-4 6-11 10-20 12z\" fill=\"{hair}\"/>"
  },
  "bob": {
    "behind": "<path d=\"M25 46C21 14 75 14 71 46c0 9 1 13 2 18H23c1-5 2-9 2-18z\" fill=\"{hair}\"/>",
    "before": "<path d=\"M29 40c0-14 9-21 19-21s19 7 19 21c-6-6-12-9-19-9s-13 3-19 9z\" fill=\"{hair}\"/>"
  },
  "bun": {
    "behind": "<circle cx=\"48\" cy=\"14\" r=\"9\" fill=\"{hair}\"/>",
    "before": "<path d=\"M28 43c-1-17 8-25 20-25s21 8 20 25c-3-9-9-14-20-14s-17 5-20 14z\" fill=\"{hair}\"/>"
  },
  "short": {
    "behind": "",
    "before": "<path d=\"M28 42c-3-16 7-25 21-25 13 0 22 8 19 25-2-6-3-9-6-12-9 1-19 0-26-3-4 4-6 8-8 15z\" fill=\"{hair}\"/>"
  },
  "cropped": {
    "behind": "",
    "before": "<path d=\"M29 38c-1-13 8-20 19-20s20 7 19 20c-4-8-10-11-19-11s-15 3-19 11z\" fill=\"{hair}\"/>"
  },
  "curly": {
    "behind": "",
    "before": "<g fill=\"{hair}\"><circle cx=\"32\" cy=\"32\" r=\"7\"/><circle cx=\"39\" cy=\"24\" r=\"8\"/><circle cx=\"49\" cy=\"21\" r=\"8\"/><circle cx=\"58\" cy=\"25\" r=\"8\"/><circle cx=\"65\" cy=\"33\" r=\"7\"/></g>"
  },
  "bearded": {
    "behind": "",
    "before": "<path d=\"M29 38c-1-13 8-20 19-20s20 7 19 20c-4-8-10-11-19-11s-15 3-19 11z\" fill=\"{hair}\"/><path d=\"M30 49c1 14 8 21 18 21s17-7 18-21c-2 4-5 6-8 6-6-3-14-3-20 0-3 0-6-2-8-6z\" fill=\"{hair}\"/>"
  }
} as const;

export const stylesOf = {
  "female": [
    "long",
    "bob",
    "bun",
    "curly"
  ],
  "male": [
    "short",
    "cropped",
    "bearded",
    "curly"
  ],
  "neutral": [
    "short",
    "bob",
    "bun",
    "curly"
  ]
} as const;
