/** Generated from src/seed/factories/prose.yaml by `npm run generate`: change the source, not this file. */

export const agentProfiles: readonly { readonly key: string; readonly name: string; readonly description: string; readonly companies: readonly string[]; readonly category: number; readonly purpose: number; readonly language: string; readonly timezone: string; readonly persona: string; readonly persona_gender: 'female' | 'male'; readonly greeting: string; readonly tone: string; readonly denied_words: readonly string[]; readonly denied_topics: readonly string[]; readonly documents: readonly string[]; readonly named_companies: readonly string[]; readonly prompt: string; readonly outcomes: readonly { readonly name: string; readonly description: string; }[]; readonly metadata_input: readonly { readonly key: string; readonly type: string; readonly description: string; }[]; readonly metadata_output: readonly { readonly key: string; readonly type: string; readonly description: string; }[]; readonly texts: readonly { readonly name: string; readonly content: string; }[]; readonly is_chat?: boolean; }[] = [
  {
    "key": "dental-reminder",
    "name": "Terminerinnerung",
    "description": "Erinnert Patientinnen und Patienten an ihren Termin und verschiebt ihn auf Wunsch.",
    "companies": [
      "Zahnarztpraxis am Lindenhof",
      "Zahnarztpraxis Grünau",
      "Zahnklinik Südring",
      "Zahnklinik {city}"
    ],
    "category": 1,
    "purpose": 1,
    "language": "de-DE",
    "timezone": "Europe/Berlin",
    "persona": "Lena",
    "persona_gender": "female",
    "greeting": "Guten Tag, hier ist Lena von der {company}. Spreche ich mit {{patient_name}}?",
    "tone": "freundlich und ruhig",
    "denied_words": [
      "garantiert",
      "schmerzfrei"
    ],
    "denied_topics": [
      "Diagnosen",
      "Medikamente"
    ],
    "documents": [
      "Leistungen-und-Preise.pdf",
      "Anfahrt-und-Parken.docx"
    ],
    "named_companies": [
      "Zahnarztpraxis Dr. {family}",
      "Praxis {family} & Kollegen"
    ],
    "prompt": "Du bist Lena, die telefonische Assistentin der {company}. Du rufst Patientinnen und Patienten an, um sie an ihren Termin zu erinnern.\n\nAblauf:\n1. Prüfe, ob du mit der richtigen Person sprichst. Nenne vorher keine Angaben zum Termin.\n2. Nenne Tag, Uhrzeit und Behandlung: {{appointment_date}}, {{treatment}}.\n3. Frage, ob der Termin passt. Wenn nicht, biete höchstens drei freie Zeiten an.\n4. Weise darauf hin, dass Absagen bis 24 Stunden vorher kostenfrei sind.\n5. Fasse das Ergebnis in einem Satz zusammen und verabschiede dich.\n\nRegeln: Sprich ruhig und in kurzen Sätzen. Gib keine medizinische Auskunft. Bei Schmerzen oder Notfällen verbinde sofort mit der Praxis.",
    "outcomes": [
      {
        "name": "Appointment confirmed",
        "description": "The patient keeps the appointment."
      },
      {
        "name": "Appointment moved",
        "description": "A new time was agreed."
      },
      {
        "name": "Appointment cancelled",
        "description": "The patient does not come."
      },
      {
        "name": "Callback requested",
        "description": "The patient wants to be called later."
      }
    ],
    "metadata_input": [
      {
        "key": "patient_name",
        "type": "string",
        "description": "Name der Patientin oder des Patienten"
      },
      {
        "key": "appointment_date",
        "type": "string",
        "description": "Termin"
      },
      {
        "key": "treatment",
        "type": "string",
        "description": "Behandlung"
      }
    ],
    "metadata_output": [
      {
        "key": "new_date",
        "type": "string",
        "description": "Neuer Termin, falls verschoben"
      }
    ],
    "texts": [
      {
        "name": "Öffnungszeiten",
        "content": "Montag bis Donnerstag 8 bis 18 Uhr, Freitag 8 bis 13 Uhr."
      }
    ]
  },
  {
    "key": "vaccination-clinic",
    "name": "Vaccination Clinic Booking",
    "description": "Offers seasonal vaccination slots to registered patients and books the one they choose.",
    "companies": [
      "Harbour Street Surgery",
      "Fernhill Medical Centre",
      "Oakmere Health Clinic",
      "{city} Medical Centre"
    ],
    "category": 1,
    "purpose": 1,
    "language": "en-GB",
    "timezone": "Europe/London",
    "persona": "Imogen",
    "persona_gender": "female",
    "greeting": "Hello, this is Imogen calling from {company} about your seasonal vaccination. Is now a good time?",
    "tone": "warm and plain",
    "denied_words": [
      "guarantee",
      "cure"
    ],
    "denied_topics": [
      "dosage",
      "other patients"
    ],
    "documents": [
      "vaccination-leaflet.pdf"
    ],
    "named_companies": [
      "Dr {family} & Partners",
      "{family} Family Practice"
    ],
    "prompt": "You are Imogen, the booking assistant of {company}. You call registered patients who are due a seasonal vaccination.\n\nWhat to do:\n- Confirm the name and date of birth before you say anything about health.\n- Offer the two nearest slots first, then ask for a preferred weekday.\n- Ask whether the patient needs step-free access or an interpreter.\n- Read the booking back slowly, with day, date and time.\n\nNever give clinical advice. If the patient describes symptoms, offer the nurse line and end the call politely.",
    "outcomes": [
      {
        "name": "Slot booked",
        "description": "The patient has a vaccination slot."
      },
      {
        "name": "Already vaccinated",
        "description": "Nothing to book."
      },
      {
        "name": "Declined",
        "description": "The patient does not want the vaccination."
      },
      {
        "name": "Transferred to nurse",
        "description": "A clinical question came up."
      }
    ],
    "metadata_input": [
      {
        "key": "patient_name",
        "type": "string",
        "description": "Patient name"
      },
      {
        "key": "vaccine",
        "type": "string",
        "description": "Vaccine due"
      }
    ],
    "metadata_output": [
      {
        "key": "slot",
        "type": "string",
        "description": "Slot booked, ISO 8601"
      }
    ],
    "texts": []
  },
  {
    "key": "plan-renewal",
    "name": "Plan Renewal Assistant",
    "description": "Calls policyholders whose plan ends within 30 days, explains the options and notes the decision.",
    "companies": [
      "Meadowline Insurance",
      "Keystone Mutual Cover",
      "Bluewater Assurance",
      "Tamarack Insurance",
      "{city} Mutual Cover"
    ],
    "category": 2,
    "purpose": 2,
    "language": "en-US",
    "timezone": "America/New_York",
    "persona": "Naomi",
    "persona_gender": "female",
    "greeting": "Hi {{customer_name}}, this is Naomi with {company}. I am calling about your {{plan_name}} plan. Do you have two minutes?",
    "tone": "friendly and brief",
    "denied_words": [
      "guaranteed",
      "risk-free",
      "last chance"
    ],
    "denied_topics": [
      "legal advice",
      "tax advice",
      "claims in progress"
    ],
    "documents": [
      "plan-comparison.pdf",
      "renewal-terms.docx",
      "premium-table.xlsx"
    ],
    "named_companies": [
      "{family} & Sons Insurance",
      "{family} Mutual"
    ],
    "prompt": "You are Naomi, a renewal specialist at {company}. You call customers whose {{plan_name}} plan ends on {{renewal_date}}.\n\nGoal: find out whether the customer renews, changes the plan or leaves, and make the next step easy.\n\nConversation:\n1. Confirm that you are speaking with {{customer_name}}. If not, ask for a better time and end the call.\n2. Say when the plan ends and what it costs after renewal. Never read out a full policy number.\n3. Ask one open question about what the customer needs from the plan next year.\n4. Offer at most one alternative: Basic, Plus, Premium or Family, whichever fits the answer.\n5. If the customer renews, read the choice back and say that a written confirmation follows.\n6. If the customer hesitates, offer a callback on a weekday between 9 am and 6 pm local time.\n\nStyle: friendly, brief, one question at a time. Do not argue after a clear no.\nLimits: no tax or legal advice, no promises on claims. A complaint or a bereavement goes to a colleague at once.",
    "outcomes": [
      {
        "name": "Renewed",
        "description": "The customer keeps the plan for another year."
      },
      {
        "name": "Plan changed",
        "description": "The customer renews with another plan."
      },
      {
        "name": "Not interested",
        "description": "The customer lets the plan end."
      },
      {
        "name": "Callback requested",
        "description": "The customer wants to talk at another time."
      },
      {
        "name": "Wrong number",
        "description": "The person reached is not the customer."
      },
      {
        "name": "Do not call",
        "description": "The customer asks not to be called again."
      }
    ],
    "metadata_input": [
      {
        "key": "customer_name",
        "type": "string",
        "description": "Customer name"
      },
      {
        "key": "plan_name",
        "type": "string",
        "description": "Current plan"
      },
      {
        "key": "renewal_date",
        "type": "string",
        "description": "Renewal date"
      }
    ],
    "metadata_output": [
      {
        "key": "decision",
        "type": "string",
        "description": "Renew, change or leave"
      },
      {
        "key": "chosen_plan",
        "type": "string",
        "description": "Plan chosen for next year"
      }
    ],
    "texts": [
      {
        "name": "Plans",
        "content": "Basic covers accidents. Plus adds outpatient care. Premium adds dental. Family covers up to five people."
      },
      {
        "name": "Cancellation",
        "content": "A plan can be cancelled until 14 days after renewal, in writing or by phone."
      }
    ]
  },
  {
    "key": "loan-follow-up",
    "name": "Loan Repayment Follow-up",
    "description": "Reminds borrowers of an overdue instalment and agrees on a date for the payment.",
    "companies": [
      "Northgate Credit Union",
      "Silverbrook Finance",
      "Pennyfield Lending",
      "{city} Credit Union"
    ],
    "category": 3,
    "purpose": 3,
    "language": "en-GB",
    "timezone": "Europe/London",
    "persona": "Oliver",
    "persona_gender": "male",
    "greeting": "Good afternoon, this is Oliver from {company}. May I speak with {{borrower_name}}, please?",
    "tone": "calm and respectful",
    "denied_words": [
      "lawsuit",
      "bailiff",
      "blacklist"
    ],
    "denied_topics": [
      "court action",
      "credit scores"
    ],
    "documents": [
      "hardship-options.pdf"
    ],
    "named_companies": [
      "{family} Finance",
      "{family} Lending"
    ],
    "prompt": "You are Oliver from the customer care team of {company}. You call borrowers whose instalment is between 5 and 30 days late.\n\n1. Speak only with the borrower. To anyone else, leave a name and a number, never the reason.\n2. After identification, name the amount and the due date: {{amount_due}}, {{due_date}}.\n3. Ask whether the payment is on its way. If so, note the date and thank the borrower.\n4. If money is tight, listen first. Offer to split the instalment in two, or a callback by a person.\n5. Repeat what was agreed and end the call.\n\nStay calm and respectful. Never threaten, never mention courts or credit scores, and never call a debt \"bad\".",
    "outcomes": [
      {
        "name": "Promise to pay",
        "description": "The borrower named a date."
      },
      {
        "name": "Already paid",
        "description": "The payment was made before the call."
      },
      {
        "name": "Hardship",
        "description": "The borrower needs another arrangement."
      },
      {
        "name": "Disputed",
        "description": "The borrower does not accept the amount."
      },
      {
        "name": "Callback requested",
        "description": "The borrower wants to talk at another time."
      }
    ],
    "metadata_input": [
      {
        "key": "borrower_name",
        "type": "string",
        "description": "Borrower name"
      },
      {
        "key": "amount_due",
        "type": "string",
        "description": "Amount due"
      },
      {
        "key": "due_date",
        "type": "string",
        "description": "Due date"
      }
    ],
    "metadata_output": [
      {
        "key": "promised_on",
        "type": "string",
        "description": "Date promised"
      }
    ],
    "texts": [
      {
        "name": "Ways to pay",
        "content": "Bank transfer, debit card by phone, or in any branch until 5 pm."
      }
    ]
  },
  {
    "key": "delivery-scheduling",
    "name": "Delivery Scheduling Desk",
    "description": "Agrees on a two-hour window for bulky deliveries and collects access details.",
    "companies": [
      "Larkspur Freight",
      "Quillon Logistics",
      "Redwood Parcel",
      "Tidewater Haulage",
      "{city} Parcel"
    ],
    "category": 4,
    "purpose": 4,
    "language": "en-US",
    "timezone": "America/Chicago",
    "persona": "Marcus",
    "persona_gender": "male",
    "greeting": "Hello, this is Marcus with {company}. Your order {{order_no}} is ready to go out. Can we pick a delivery time?",
    "tone": "brisk and helpful",
    "denied_words": [
      "definitely on time"
    ],
    "denied_topics": [
      "refund amounts",
      "driver names"
    ],
    "documents": [
      "delivery-zones.csv",
      "access-guidelines.pdf"
    ],
    "named_companies": [
      "{family} Freight",
      "{family} Logistics"
    ],
    "prompt": "You are Marcus, the delivery desk of {company}. You call people who are waiting for a bulky item, for example a sofa or a washing machine.\n\nCollect, in this order: a delivery day, a two-hour window, the floor, whether there is a lift, and a phone number for the day.\nWindows are 8-10, 10-12, 13-15 and 15-17, Monday to Saturday. Do not offer others.\nIf nobody can be home, offer a neighbour or a pick-up point.\nRead everything back before you hang up. If the address is wrong, do not change it: pass the call to a dispatcher.",
    "outcomes": [
      {
        "name": "Delivery scheduled",
        "description": "Day and window are agreed."
      },
      {
        "name": "Pick-up chosen",
        "description": "The customer collects the item."
      },
      {
        "name": "Address problem",
        "description": "A dispatcher has to look at it."
      },
      {
        "name": "Callback requested",
        "description": "The customer wants to talk at another time."
      }
    ],
    "metadata_input": [
      {
        "key": "order_no",
        "type": "string",
        "description": "Order number"
      },
      {
        "key": "item",
        "type": "string",
        "description": "Item"
      }
    ],
    "metadata_output": [
      {
        "key": "window",
        "type": "string",
        "description": "Delivery window"
      }
    ],
    "texts": []
  },
  {
    "key": "stay-confirmation",
    "name": "Confirmation de séjour",
    "description": "Confirme les réservations d’hôtel et note l’heure d’arrivée et les souhaits des clients.",
    "companies": [
      "Hôtel des Tilleuls",
      "Hôtel Beaurivage",
      "Auberge du Vieux Port",
      "Hôtel de {city}"
    ],
    "category": 5,
    "purpose": 5,
    "language": "fr-FR",
    "timezone": "Europe/Paris",
    "persona": "Élodie",
    "persona_gender": "female",
    "greeting": "Bonjour, ici Élodie de l’{company}. Je vous appelle au sujet de votre séjour du {{arrival_date}}.",
    "tone": "chaleureux et soigné",
    "denied_words": [
      "gratuit",
      "surclassement garanti"
    ],
    "denied_topics": [
      "cartes bancaires",
      "autres clients"
    ],
    "documents": [
      "conditions-annulation.pdf",
      "services-hotel.docx"
    ],
    "named_companies": [
      "Hôtel {family}",
      "Auberge {family}"
    ],
    "prompt": "Tu es Élodie, la réceptionniste téléphonique de l’{company}. Tu appelles les clients trois jours avant leur arrivée.\n\nÉtapes :\n1. Vérifie le nom de la réservation, puis rappelle les dates et le nombre de personnes.\n2. Demande l’heure d’arrivée prévue. Après 22 heures, explique comment entrer avec le code.\n3. Note les souhaits : lit bébé, allergies, place de parking, petit-déjeuner.\n4. En cas d’annulation, indique les conditions sans insister.\n5. Termine en souhaitant un bon voyage.\n\nVouvoie toujours le client. Ne demande jamais de numéro de carte bancaire par téléphone.",
    "outcomes": [
      {
        "name": "Stay confirmed",
        "description": "The guest comes as booked."
      },
      {
        "name": "Stay changed",
        "description": "Dates or guests have changed."
      },
      {
        "name": "Stay cancelled",
        "description": "The guest does not come."
      },
      {
        "name": "Callback requested",
        "description": "The guest wants to talk at another time."
      }
    ],
    "metadata_input": [
      {
        "key": "guest_name",
        "type": "string",
        "description": "Nom du client"
      },
      {
        "key": "arrival_date",
        "type": "string",
        "description": "Date d’arrivée"
      },
      {
        "key": "nights",
        "type": "number",
        "description": "Nombre de nuits"
      }
    ],
    "metadata_output": [
      {
        "key": "arrival_time",
        "type": "string",
        "description": "Heure d’arrivée"
      }
    ],
    "texts": [
      {
        "name": "Petit-déjeuner",
        "content": "Servi de 7 h à 10 h 30, 14 € par personne."
      }
    ]
  },
  {
    "key": "table-booking",
    "name": "ご予約確認アシスタント",
    "description": "前日にご予約のお客様へお電話し、人数・時間・アレルギーを確認します。",
    "companies": [
      "割烹みずほ",
      "炭火焼あかり",
      "寿司処つばき",
      "炭火焼{city}"
    ],
    "category": 5,
    "purpose": 5,
    "language": "ja-JP",
    "timezone": "Asia/Tokyo",
    "persona": "さくら",
    "persona_gender": "female",
    "greeting": "お電話失礼いたします。{company}のさくらと申します。明日のご予約の確認でお電話いたしました。",
    "tone": "丁寧",
    "denied_words": [
      "無料",
      "値引き"
    ],
    "denied_topics": [
      "他のお客様の情報",
      "医療に関する助言"
    ],
    "documents": [
      "秋のお品書き.pdf"
    ],
    "named_companies": [
      "割烹{family}",
      "寿司処{family}"
    ],
    "prompt": "あなたは{company}の予約担当「さくら」です。前日にご予約のお客様へ確認のお電話をします。\n\n手順:\n1. お名前を確認してから、日時と人数をお伝えします。\n2. 変更がないか伺い、変更があれば空いている時間を二つまでご案内します。\n3. アレルギーや苦手な食材、お子様用の椅子の要否を伺います。\n4. キャンセルの場合は、当日のキャンセル料についてのみご説明します。\n5. 内容を復唱し、お礼を述べて終了します。\n\n必ず丁寧語で、短く話してください。料理の値引きや特別なサービスは約束しないでください。",
    "outcomes": [
      {
        "name": "Booking confirmed",
        "description": "The guests come as booked."
      },
      {
        "name": "Booking changed",
        "description": "Time or number of guests has changed."
      },
      {
        "name": "Booking cancelled",
        "description": "The guests do not come."
      },
      {
        "name": "Callback requested",
        "description": "The guest wants to talk at another time."
      }
    ],
    "metadata_input": [
      {
        "key": "guest_name",
        "type": "string",
        "description": "お客様名"
      },
      {
        "key": "booking_time",
        "type": "string",
        "description": "ご予約日時"
      }
    ],
    "metadata_output": [
      {
        "key": "guests",
        "type": "number",
        "description": "人数"
      }
    ],
    "texts": [
      {
        "name": "アクセス",
        "content": "駅の東口から徒歩五分です。駐車場は三台分ございます。"
      }
    ]
  },
  {
    "key": "order-chat",
    "is_chat": true,
    "name": "Order Status Chat",
    "description": "Answers questions about orders, returns and sizes in the shop’s chat window.",
    "companies": [
      "Pebble & Pine Outfitters",
      "Juniper Lane",
      "Copperfield Home",
      "{city} Home"
    ],
    "category": 7,
    "purpose": 7,
    "language": "en-US",
    "timezone": "America/Los_Angeles",
    "persona": "Piper",
    "persona_gender": "female",
    "greeting": "Hi, I am Piper. Ask me about your order, a return or a size.",
    "tone": "light and clear",
    "denied_words": [
      "cheap"
    ],
    "denied_topics": [
      "competitor prices",
      "payment card data"
    ],
    "documents": [
      "size-guide.pdf",
      "returns.csv"
    ],
    "named_companies": [
      "{family} Outfitters",
      "{family} & Daughters"
    ],
    "prompt": "You are Piper, the chat assistant of {company}. Customers write to you from the order page.\n\n- Ask for the order number and the postcode before you share anything about an order.\n- Answer in at most three sentences, then ask whether that helped.\n- Returns are free for 30 days. After that, offer store credit only if the item is unworn.\n- You cannot change addresses or cancel shipped orders. Hand over to a person instead of guessing.",
    "outcomes": [
      {
        "name": "Answered",
        "description": "The question was answered in the chat."
      },
      {
        "name": "Return started",
        "description": "A return label was sent."
      },
      {
        "name": "Handed over",
        "description": "A person took over."
      }
    ],
    "metadata_input": [
      {
        "key": "order_no",
        "type": "string",
        "description": "Order number"
      }
    ],
    "metadata_output": [],
    "texts": [
      {
        "name": "Shipping",
        "content": "Standard 3 to 5 working days, express the next working day."
      }
    ]
  },
  {
    "key": "admissions",
    "name": "Admissions Counsellor",
    "description": "Calls applicants who started an application, answers questions and books a campus visit.",
    "companies": [
      "Banyan Institute of Technology",
      "Eastlake Business School",
      "Saraswati College of Design",
      "{city} College of Design"
    ],
    "category": 6,
    "purpose": 6,
    "language": "en-IN",
    "timezone": "Asia/Kolkata",
    "persona": "Ananya",
    "persona_gender": "female",
    "greeting": "Namaste {{student_name}}, this is Ananya from {company}. I saw that you started an application for {{course}}.",
    "tone": "encouraging",
    "denied_words": [
      "guaranteed placement",
      "donation"
    ],
    "denied_topics": [
      "entrance exam papers",
      "other applicants"
    ],
    "documents": [
      "prospectus-2026.pdf",
      "fees-and-scholarships.xlsx"
    ],
    "named_companies": [
      "{family} Institute of Technology",
      "{family} Business School"
    ],
    "prompt": "You are Ananya, an admissions counsellor at {company}. You call applicants who began an application but did not finish it.\n\n1. Ask which course interests them and what they finished last.\n2. Explain duration, fees and intake dates of {{course}} from the knowledge base only.\n3. If they hesitate because of fees, mention scholarships and the closing date.\n4. Offer a campus visit or an online session on Saturday.\n5. Switch to Hindi when the applicant does.\n\nNever promise a place or a job. Speak with a parent only when the applicant agrees.",
    "outcomes": [
      {
        "name": "Visit booked",
        "description": "A campus visit or online session is booked."
      },
      {
        "name": "Application finished",
        "description": "The applicant completes the form."
      },
      {
        "name": "Not interested",
        "description": "The applicant has other plans."
      },
      {
        "name": "Callback requested",
        "description": "The applicant wants to talk at another time."
      },
      {
        "name": "Wrong number",
        "description": "The person reached is not the applicant."
      }
    ],
    "metadata_input": [
      {
        "key": "student_name",
        "type": "string",
        "description": "Applicant name"
      },
      {
        "key": "course",
        "type": "string",
        "description": "Course"
      }
    ],
    "metadata_output": [
      {
        "key": "visit_on",
        "type": "string",
        "description": "Date of the visit"
      }
    ],
    "texts": [
      {
        "name": "Intake",
        "content": "January and July. Applications close six weeks before."
      }
    ]
  },
  {
    "key": "satisfaction-survey",
    "name": "Encuesta de satisfacción",
    "description": "Hace tres preguntas breves tras una visita técnica y registra las respuestas.",
    "companies": [
      "Aguas del Valle",
      "Energía Robledal",
      "Fibra Costa Norte",
      "Aguas de {city}"
    ],
    "category": 8,
    "purpose": 8,
    "language": "es-ES",
    "timezone": "Europe/Madrid",
    "persona": "Lucía",
    "persona_gender": "female",
    "greeting": "Hola, soy Lucía, de {company}. ¿Tiene un minuto para valorar la visita de nuestro técnico?",
    "tone": "amable y breve",
    "denied_words": [
      "indemnización"
    ],
    "denied_topics": [
      "facturación",
      "política"
    ],
    "documents": [],
    "named_companies": [
      "Energía {family}",
      "Fibra {family}"
    ],
    "prompt": "Eres Lucía y llamas en nombre de {company} para una encuesta de tres preguntas sobre la última visita técnica.\n\nPreguntas, una por una y sin cambiar el orden:\n1. Del 1 al 5, ¿cómo valora la puntualidad del técnico?\n2. ¿Quedó resuelta la avería?\n3. ¿Qué podríamos mejorar?\n\nAgradece cada respuesta sin discutirla. Si la avería sigue, ofrece abrir una incidencia. Si la persona no quiere participar, despídete con amabilidad.\nLa llamada no debe durar más de dos minutos.",
    "outcomes": [
      {
        "name": "Survey completed",
        "description": "All three questions were answered."
      },
      {
        "name": "Survey declined",
        "description": "The customer does not take part."
      },
      {
        "name": "Ticket opened",
        "description": "The fault is still there."
      }
    ],
    "metadata_input": [
      {
        "key": "customer_name",
        "type": "string",
        "description": "Nombre del cliente"
      },
      {
        "key": "visit_date",
        "type": "string",
        "description": "Fecha de la visita"
      }
    ],
    "metadata_output": [
      {
        "key": "score",
        "type": "number",
        "description": "Puntuación de 1 a 5"
      }
    ],
    "texts": []
  },
  {
    "key": "support-callback",
    "name": "Retorno do Suporte Técnico",
    "description": "Liga de volta para clientes com chamado aberto, faz o diagnóstico básico e agenda o técnico.",
    "companies": [
      "Onda Larga Telecom",
      "ViaFibra Sul",
      "Conecta Litoral",
      "Fibra {city}"
    ],
    "category": 8,
    "purpose": 7,
    "language": "pt-BR",
    "timezone": "America/Sao_Paulo",
    "persona": "Rafael",
    "persona_gender": "male",
    "greeting": "Olá, {{customer_name}}! Aqui é o Rafael, da {company}. Estou retornando sobre o seu chamado {{ticket_no}}.",
    "tone": "simples e prestativo",
    "denied_words": [
      "grátis",
      "processo"
    ],
    "denied_topics": [
      "concorrentes",
      "cancelamento de contrato"
    ],
    "documents": [
      "guia-do-modem.pdf",
      "bairros-atendidos.csv"
    ],
    "named_companies": [
      "{family} Telecom",
      "Rede {family}"
    ],
    "prompt": "Você é o Rafael, do suporte técnico da {company}. Você retorna as ligações de clientes com um chamado aberto.\n\nRoteiro:\n1. Confirme o nome do cliente e o número do chamado.\n2. Pergunte se o problema continua. Se não, encerre o chamado e agradeça.\n3. Peça para reiniciar o modem e espere até dois minutos.\n4. Se não resolver, agende um técnico: manhã, das 8h às 12h, ou tarde, das 13h às 18h.\n5. Informe o protocolo no fim da ligação.\n\nFale de forma simples, sem termos técnicos. Não ofereça desconto: para isso, transfira para a retenção.",
    "outcomes": [
      {
        "name": "Resolved",
        "description": "The fault is gone."
      },
      {
        "name": "Technician scheduled",
        "description": "A visit is booked."
      },
      {
        "name": "Transferred",
        "description": "Another team took over."
      },
      {
        "name": "Callback requested",
        "description": "The customer wants to talk at another time."
      }
    ],
    "metadata_input": [
      {
        "key": "customer_name",
        "type": "string",
        "description": "Nome do cliente"
      },
      {
        "key": "ticket_no",
        "type": "string",
        "description": "Número do chamado"
      }
    ],
    "metadata_output": [
      {
        "key": "visit_slot",
        "type": "string",
        "description": "Período da visita"
      }
    ],
    "texts": [
      {
        "name": "Luzes do modem",
        "content": "Verde: conectado. Laranja: procurando sinal. Vermelho: sem sinal."
      }
    ]
  },
  {
    "key": "meter-appointment",
    "name": "Appuntamento lettura contatore",
    "description": "Fissa l’appuntamento per la lettura o la sostituzione del contatore.",
    "companies": [
      "Rete Gas Alpina",
      "Luce di Ponente",
      "Idrica Valdarno",
      "Rete Gas {city}"
    ],
    "category": 8,
    "purpose": 1,
    "language": "it-IT",
    "timezone": "Europe/Rome",
    "persona": "Giulia",
    "persona_gender": "female",
    "greeting": "Buongiorno, sono Giulia di {company}. La chiamo per la lettura del contatore.",
    "tone": "cortese",
    "denied_words": [
      "offerta"
    ],
    "denied_topics": [
      "dati bancari",
      "altri fornitori"
    ],
    "documents": [
      "istruzioni-autolettura.pdf"
    ],
    "named_companies": [
      "{family} Energia",
      "Idrica {family}"
    ],
    "prompt": "Sei Giulia, l’assistente telefonica di {company}. Chiami i clienti per fissare la lettura del contatore.\n\n1. Verifica il nome dell’intestatario e l’indirizzo della fornitura.\n2. Proponi due fasce orarie nei prossimi dieci giorni lavorativi.\n3. Se il contatore è in casa, chiedi che sia presente una persona maggiorenne.\n4. In alternativa, spiega come inviare l’autolettura.\n\nDai del Lei. Non parlare di offerte commerciali e non chiedere mai dati bancari.",
    "outcomes": [
      {
        "name": "Appointment confirmed",
        "description": "A visit is agreed."
      },
      {
        "name": "Self-reading",
        "description": "The customer reads the meter."
      },
      {
        "name": "Callback requested",
        "description": "The customer wants to talk at another time."
      }
    ],
    "metadata_input": [
      {
        "key": "supply_address",
        "type": "string",
        "description": "Indirizzo della fornitura"
      }
    ],
    "metadata_output": [
      {
        "key": "slot",
        "type": "string",
        "description": "Fascia oraria"
      }
    ],
    "texts": []
  },
  {
    "key": "viewing-qualification",
    "name": "Bezichtigingen plannen",
    "description": "Belt woningzoekenden terug, vraagt naar hun wensen en plant een bezichtiging.",
    "companies": [
      "Makelaardij De Wilg",
      "Grachtenhuis Wonen",
      "Polderstad Vastgoed",
      "{city} Vastgoed"
    ],
    "category": 7,
    "purpose": 9,
    "language": "nl-NL",
    "timezone": "Europe/Amsterdam",
    "persona": "Sanne",
    "persona_gender": "female",
    "greeting": "Goedemiddag, u spreekt met Sanne van {company}. U had interesse in een woning?",
    "tone": "vriendelijk en zakelijk",
    "denied_words": [
      "koopje"
    ],
    "denied_topics": [
      "hypotheekadvies",
      "andere bieders"
    ],
    "documents": [
      "woningaanbod.xlsx"
    ],
    "named_companies": [
      "Makelaardij {family}",
      "{family} Wonen"
    ],
    "prompt": "Je bent Sanne, assistent bij {company}. Je belt mensen terug die via de website interesse toonden in een woning.\n\n1. Vraag om welke woning het gaat en wanneer men wil verhuizen.\n2. Vraag naar budget en aantal kamers. Dring niet aan als iemand dat niet wil zeggen.\n3. Plan een bezichtiging van dertig minuten, op werkdagen tussen 9 en 17 uur.\n4. Vat de afspraak samen.\n\nWees vriendelijk en zakelijk. Geef geen advies over hypotheken.",
    "outcomes": [
      {
        "name": "Viewing booked",
        "description": "A viewing is planned."
      },
      {
        "name": "Not interested",
        "description": "The caller has found something else."
      },
      {
        "name": "Callback requested",
        "description": "The caller wants to talk at another time."
      }
    ],
    "metadata_input": [
      {
        "key": "home",
        "type": "string",
        "description": "Woning"
      },
      {
        "key": "move_in",
        "type": "string",
        "description": "Gewenste verhuisdatum"
      }
    ],
    "metadata_output": [
      {
        "key": "viewing_on",
        "type": "string",
        "description": "Datum van de bezichtiging"
      }
    ],
    "texts": []
  }
];

export const voiceLanguages: readonly { readonly code: string; readonly name: string; readonly female: readonly string[]; readonly male: readonly string[]; readonly neutral: readonly string[]; }[] = [
  {
    "code": "en-US",
    "name": "American English",
    "female": [
      "Naomi",
      "Harper",
      "Delia",
      "Josephine"
    ],
    "male": [
      "Marcus",
      "Wyatt",
      "Everett",
      "Silas"
    ],
    "neutral": [
      "Rowan",
      "Quinn"
    ]
  },
  {
    "code": "de-DE",
    "name": "German",
    "female": [
      "Lena",
      "Wiebke",
      "Jördis",
      "Annegret"
    ],
    "male": [
      "Jonas",
      "Matthis",
      "Ruprecht",
      "Björn"
    ],
    "neutral": [
      "Kim",
      "Toni"
    ]
  },
  {
    "code": "en-GB",
    "name": "British English",
    "female": [
      "Imogen",
      "Beatrix",
      "Maeve",
      "Winifred"
    ],
    "male": [
      "Oliver",
      "Alistair",
      "Rhys",
      "Callum"
    ],
    "neutral": [
      "Robin",
      "Ellis"
    ]
  },
  {
    "code": "fr-FR",
    "name": "French",
    "female": [
      "Élodie",
      "Maëlle",
      "Solène",
      "Odile"
    ],
    "male": [
      "Étienne",
      "Bastien",
      "Loïc",
      "Gaspard"
    ],
    "neutral": [
      "Camille",
      "Claude"
    ]
  },
  {
    "code": "es-ES",
    "name": "Spanish",
    "female": [
      "Lucía",
      "Inés",
      "Nuria",
      "Pilar"
    ],
    "male": [
      "Álvaro",
      "Iván",
      "Rubén",
      "Ramón"
    ],
    "neutral": [
      "Cruz",
      "Trini"
    ]
  },
  {
    "code": "ja-JP",
    "name": "Japanese",
    "female": [
      "Sakura",
      "Haruka",
      "Chiyo",
      "Misaki"
    ],
    "male": [
      "Kenta",
      "Ryota",
      "Isamu",
      "Takeshi"
    ],
    "neutral": [
      "Hikaru",
      "Nagisa"
    ]
  },
  {
    "code": "pt-BR",
    "name": "Brazilian Portuguese",
    "female": [
      "Isadora",
      "Luana",
      "Conceição",
      "Yara"
    ],
    "male": [
      "Rafael",
      "Thiago",
      "João",
      "Otávio"
    ],
    "neutral": [
      "Ariel",
      "Darci"
    ]
  },
  {
    "code": "en-IN",
    "name": "Indian English",
    "female": [
      "Ananya",
      "Kavitha",
      "Meera",
      "Lakshmi"
    ],
    "male": [
      "Arjun",
      "Rohan",
      "Vikram",
      "Suresh"
    ],
    "neutral": [
      "Kiran",
      "Jaya"
    ]
  },
  {
    "code": "it-IT",
    "name": "Italian",
    "female": [
      "Giulia",
      "Ginevra",
      "Marisa",
      "Ornella"
    ],
    "male": [
      "Lorenzo",
      "Niccolò",
      "Ettore",
      "Sandro"
    ],
    "neutral": [
      "Celeste",
      "Andrea"
    ]
  },
  {
    "code": "nl-NL",
    "name": "Dutch",
    "female": [
      "Sanne",
      "Fleur",
      "Anouk",
      "Truus"
    ],
    "male": [
      "Bram",
      "Sjoerd",
      "Daan",
      "Willem"
    ],
    "neutral": [
      "Jip",
      "Noor"
    ]
  },
  {
    "code": "hi-IN",
    "name": "Hindi",
    "female": [
      "Aditi",
      "Pooja",
      "Sunita",
      "Radha"
    ],
    "male": [
      "Dev",
      "Manish",
      "Om",
      "Harish"
    ],
    "neutral": [
      "Gyan",
      "Sonu"
    ]
  },
  {
    "code": "zh-CN",
    "name": "Mandarin Chinese",
    "female": [
      "Xiaoyu",
      "Meilin",
      "Yating",
      "Guizhen"
    ],
    "male": [
      "Haoran",
      "Zhiwei",
      "Jianguo",
      "Bowen"
    ],
    "neutral": [
      "Lin",
      "An"
    ]
  },
  {
    "code": "sv-SE",
    "name": "Swedish",
    "female": [
      "Astrid",
      "Ebba",
      "Linnéa",
      "Gunilla"
    ],
    "male": [
      "Nils",
      "Håkan",
      "Viktor",
      "Gösta"
    ],
    "neutral": [
      "Kit",
      "Mika"
    ]
  }
];

export const campaignWords = [
  {
    "language": "en",
    "subjects": [
      "Renewals",
      "Reminders",
      "Welcome calls",
      "Win-back",
      "Follow-up",
      "Invitations",
      "Survey",
      "Confirmations"
    ],
    "groups": [
      "north region",
      "south region",
      "new customers",
      "long-standing customers",
      "city branches",
      "web sign-ups"
    ],
    "week": "week {week}"
  },
  {
    "language": "de",
    "subjects": [
      "Verlängerungen",
      "Erinnerungen",
      "Begrüßung",
      "Rückgewinnung",
      "Nachfassen",
      "Einladungen",
      "Umfrage",
      "Bestätigungen"
    ],
    "groups": [
      "Region Nord",
      "Region Süd",
      "Neukunden",
      "Stammkunden",
      "Stadtfilialen",
      "Anmeldungen im Netz"
    ],
    "week": "KW {week}"
  },
  {
    "language": "fr",
    "subjects": [
      "Renouvellements",
      "Rappels",
      "Appels de bienvenue",
      "Reconquête",
      "Suivi",
      "Invitations",
      "Enquête",
      "Confirmations"
    ],
    "groups": [
      "région nord",
      "région sud",
      "nouveaux clients",
      "clients fidèles",
      "agences de ville",
      "inscriptions en ligne"
    ],
    "week": "semaine {week}"
  },
  {
    "language": "es",
    "subjects": [
      "Renovaciones",
      "Recordatorios",
      "Bienvenida",
      "Recuperación",
      "Seguimiento",
      "Invitaciones",
      "Encuesta",
      "Confirmaciones"
    ],
    "groups": [
      "zona norte",
      "zona sur",
      "clientes nuevos",
      "clientes de siempre",
      "sucursales",
      "altas por la web"
    ],
    "week": "semana {week}"
  },
  {
    "language": "pt",
    "subjects": [
      "Renovações",
      "Lembretes",
      "Boas-vindas",
      "Reconquista",
      "Acompanhamento",
      "Convites",
      "Pesquisa",
      "Confirmações"
    ],
    "groups": [
      "região norte",
      "região sul",
      "clientes novos",
      "clientes antigos",
      "lojas da cidade",
      "cadastros pelo site"
    ],
    "week": "semana {week}"
  },
  {
    "language": "it",
    "subjects": [
      "Rinnovi",
      "Promemoria",
      "Benvenuto",
      "Riconquista",
      "Richiami",
      "Inviti",
      "Sondaggio",
      "Conferme"
    ],
    "groups": [
      "zona nord",
      "zona sud",
      "nuovi clienti",
      "clienti storici",
      "filiali in città",
      "iscrizioni dal sito"
    ],
    "week": "settimana {week}"
  },
  {
    "language": "nl",
    "subjects": [
      "Verlengingen",
      "Herinneringen",
      "Welkom",
      "Terugwinnen",
      "Opvolging",
      "Uitnodigingen",
      "Enquête",
      "Bevestigingen"
    ],
    "groups": [
      "regio noord",
      "regio zuid",
      "nieuwe klanten",
      "vaste klanten",
      "stadsfilialen",
      "aanmeldingen via de site"
    ],
    "week": "week {week}"
  },
  {
    "language": "ja",
    "subjects": [
      "更新のご案内",
      "ご予約の確認",
      "ご入会のお礼",
      "再開のご案内",
      "フォローアップ",
      "ご招待",
      "アンケート",
      "ご確認"
    ],
    "groups": [
      "北地区",
      "南地区",
      "新規のお客様",
      "長年のお客様",
      "市内店舗",
      "ウェブ登録"
    ],
    "week": "第{week}週"
  }
] as const;

export const regions: readonly { readonly language: string; readonly weight?: number; readonly locale: 'en' | 'en_GB' | 'de' | 'fr' | 'es' | 'it' | 'pt_BR' | 'sv' | 'tr' | 'nl' | 'en_IN' | 'ja' | 'zh_CN'; readonly cities: readonly string[]; readonly numbers: readonly { readonly prefix: string; readonly digits: number; readonly first?: number; }[]; readonly joins_names?: string; readonly more_families?: readonly string[]; readonly name_parts?: { readonly given: { readonly beginnings: string; readonly ends: string; }; readonly family: { readonly beginnings: string; readonly ends: string; }; }; readonly family_first?: string; }[] = [
  {
    "language": "en-US",
    "weight": 3,
    "locale": "en",
    "cities": [
      "Portland",
      "Austin",
      "Madison",
      "Savannah",
      "Boise",
      "Des Moines",
      "Albuquerque",
      "St. Louis"
    ],
    "numbers": [
      {
        "prefix": "+1555",
        "digits": 7,
        "first": 2000000
      }
    ]
  },
  {
    "language": "en-GB",
    "locale": "en_GB",
    "cities": [
      "Leeds",
      "Bristol",
      "Aberdeen",
      "Cardiff",
      "Belfast",
      "Norwich"
    ],
    "numbers": [
      {
        "prefix": "+447700900",
        "digits": 3
      },
      {
        "prefix": "+442079460",
        "digits": 3
      },
      {
        "prefix": "+441632",
        "digits": 6
      },
      {
        "prefix": "+4410",
        "digits": 8
      }
    ]
  },
  {
    "language": "de-DE",
    "locale": "de",
    "cities": [
      "Köln",
      "München",
      "Düsseldorf",
      "Nürnberg",
      "Lübeck",
      "Görlitz",
      "Berlin"
    ],
    "numbers": [
      {
        "prefix": "+493023125",
        "digits": 3
      },
      {
        "prefix": "+494066969",
        "digits": 3
      },
      {
        "prefix": "+492214710",
        "digits": 3
      },
      {
        "prefix": "+498999998",
        "digits": 3
      },
      {
        "prefix": "+496990009",
        "digits": 6
      },
      {
        "prefix": "+4910",
        "digits": 9
      }
    ]
  },
  {
    "language": "fr-FR",
    "locale": "fr",
    "cities": [
      "Besançon",
      "Nîmes",
      "Orléans",
      "Angoulême",
      "Lyon",
      "Le Mans"
    ],
    "numbers": [
      {
        "prefix": "+3363998",
        "digits": 4
      },
      {
        "prefix": "+3319900",
        "digits": 4
      },
      {
        "prefix": "+3346571",
        "digits": 4
      },
      {
        "prefix": "+3340",
        "digits": 7
      }
    ]
  },
  {
    "language": "es-ES",
    "locale": "es",
    "joins_names": " ",
    "cities": [
      "Málaga",
      "León",
      "Cádiz",
      "A Coruña",
      "San Sebastián",
      "Sevilla"
    ],
    "numbers": [
      {
        "prefix": "+3455",
        "digits": 7
      }
    ]
  },
  {
    "language": "it-IT",
    "locale": "it",
    "cities": [
      "Forlì",
      "Trieste",
      "Lecce",
      "Bergamo",
      "Cefalù",
      "Perugia"
    ],
    "numbers": [
      {
        "prefix": "+39300",
        "digits": 7
      }
    ]
  },
  {
    "language": "pt-BR",
    "locale": "pt_BR",
    "joins_names": " ",
    "more_families": [
      "Almeida",
      "Alves",
      "Andrade",
      "Araújo",
      "Azevedo",
      "Barbosa",
      "Cardoso",
      "Castro",
      "Correia",
      "Costa",
      "Cunha",
      "Dias",
      "Duarte",
      "Gomes",
      "Lima"
    ],
    "cities": [
      "São Paulo",
      "Florianópolis",
      "Belém",
      "Goiânia",
      "Recife",
      "Curitiba"
    ],
    "numbers": [
      {
        "prefix": "+55209",
        "digits": 8
      }
    ]
  },
  {
    "language": "sv-SE",
    "locale": "sv",
    "cities": [
      "Göteborg",
      "Malmö",
      "Umeå",
      "Västerås",
      "Uppsala",
      "Luleå"
    ],
    "numbers": [
      {
        "prefix": "+467017406",
        "digits": 2
      },
      {
        "prefix": "+4671",
        "digits": 7
      }
    ]
  },
  {
    "language": "tr-TR",
    "locale": "tr",
    "cities": [
      "İzmir",
      "Eskişehir",
      "Muğla",
      "Çanakkale",
      "Bursa",
      "Diyarbakır"
    ],
    "numbers": [
      {
        "prefix": "+90560",
        "digits": 7
      }
    ]
  },
  {
    "language": "nl-NL",
    "locale": "nl",
    "cities": [
      "Utrecht",
      "Groningen",
      "Den Haag",
      "Haarlem",
      "Zwolle",
      "Breda"
    ],
    "numbers": [
      {
        "prefix": "+3169",
        "digits": 7
      }
    ]
  },
  {
    "language": "en-IN",
    "locale": "en_IN",
    "cities": [
      "Pune",
      "Jaipur",
      "Kochi",
      "Lucknow",
      "Mysuru",
      "Bhubaneswar"
    ],
    "numbers": [
      {
        "prefix": "+91555",
        "digits": 7
      }
    ]
  },
  {
    "language": "ja-JP",
    "locale": "ja",
    "name_parts": {
      "given": {
        "beginnings": "千美優真裕智由明和恵友佳陽春夏秋桜彩麻里結紗雅直健浩拓翔悠康俊勇",
        "ends": "子美香恵奈菜代江紀希佳里乃帆花音太介樹郎一也人平斗輝之司志治"
      },
      "family": {
        "beginnings": "山田川中小大木林森石松村井野原高西東北南上下前吉清青黒白福宮岩金長坂",
        "ends": "田川山本村野井原島口崎沢木内谷橋岡藤尾瀬塚下上中林倉浜"
      }
    },
    "family_first": " ",
    "cities": [
      "大阪市",
      "札幌市",
      "名古屋市",
      "福岡市",
      "仙台市",
      "京都市"
    ],
    "numbers": [
      {
        "prefix": "+8130",
        "digits": 8
      }
    ]
  },
  {
    "language": "zh-CN",
    "locale": "zh_CN",
    "joins_names": "",
    "family_first": "",
    "cities": [
      "成都",
      "杭州",
      "西安",
      "青岛",
      "武汉",
      "厦门"
    ],
    "numbers": [
      {
        "prefix": "+86129",
        "digits": 8
      }
    ]
  }
];

export const voiceProviders: readonly { readonly id: string; readonly name: string; readonly default_page_size: number; readonly models: readonly string[]; }[] = [
  {
    "id": "provider_a",
    "name": "Aurora Voices",
    "default_page_size": 10,
    "models": [
      "aurora-flow-1",
      "aurora-studio-2",
      "aurora-swift-2"
    ]
  },
  {
    "id": "provider_b",
    "name": "Birch Speech",
    "default_page_size": 20,
    "models": [
      "birch-neural-1",
      "birch-neural-2"
    ]
  },
  {
    "id": "provider_c",
    "name": "Cedar Audio",
    "default_page_size": 25,
    "models": [
      "cedar-lite-1"
    ]
  },
  {
    "id": "provider_d",
    "name": "Dogwood Sound",
    "default_page_size": 50,
    "models": [
      "dogwood-prime-1"
    ]
  }
];

export const transcribers: readonly { readonly id: string; readonly models: readonly string[]; }[] = [
  {
    "id": "northscribe",
    "models": [
      "northscribe-fast-1",
      "northscribe-precise-2"
    ]
  },
  {
    "id": "deltatext",
    "models": [
      "deltatext-stream-1",
      "deltatext-phone-2"
    ]
  },
  {
    "id": "harbordict",
    "models": [
      "harbordict-multi-1"
    ]
  }
];

export const mediaTypes = {
  "pdf": "application/pdf",
  "doc": "application/msword",
  "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "csv": "text/csv"
} as const;

export const workspaceNames = [
  "Outreach",
  "Support",
  "Contact",
  "Care",
  "Voice",
  "Direct"
] as const;

export const voiceTraits = {
  "ages": [
    "young",
    "middle_aged",
    "old"
  ],
  "genders": [
    "female",
    "male",
    "female",
    "male",
    "neutral"
  ],
  "categories": [
    "professional",
    "professional",
    "premade",
    "premade",
    "generated"
  ],
  "characters": [
    "Warm",
    "Clear",
    "Soft",
    "Bright",
    "Velvety",
    "Sonorous",
    "Gentle",
    "Confident",
    "Friendly",
    "Crisp"
  ],
  "paces": [
    "unhurried",
    "steady",
    "lively",
    "measured",
    "natural"
  ],
  "uses": [
    "appointment reminders",
    "customer support",
    "renewal calls",
    "surveys",
    "booking lines",
    "delivery updates",
    "payment reminders",
    "admissions calls"
  ],
  "ageWords": {
    "young": "young",
    "middle_aged": "middle-aged",
    "old": "mature"
  },
  "genderWords": {
    "female": "female",
    "male": "male",
    "neutral": "gender-neutral"
  }
} as const;

export const columnSets = [
  [
    "name",
    "city",
    "plan"
  ],
  [
    "name",
    "city",
    "appointment"
  ],
  [
    "name",
    "order_no",
    "delivery_date"
  ],
  [
    "name",
    "amount_due",
    "due_date"
  ],
  [
    "name",
    "course",
    "city"
  ],
  [
    "name",
    "company",
    "email",
    "language"
  ]
] as const;

export const columns: Readonly<Record<string, { readonly label: string; readonly value: string; }>> = {
  "name": {
    "label": "Name",
    "value": "{name}"
  },
  "city": {
    "label": "City",
    "value": "{city}"
  },
  "language": {
    "label": "Language",
    "value": "{language}"
  },
  "plan": {
    "label": "Plan",
    "value": "{Basic|Plus|Premium|Family|Business}"
  },
  "course": {
    "label": "Course",
    "value": "{Data Science|Interior Design|Nursing|Marketing|Mechatronics|Hotel Management}"
  },
  "company": {
    "label": "Company",
    "value": "{family} & Co."
  },
  "email": {
    "label": "Email",
    "value": "contact-{10000..9999999}@mail.example"
  },
  "amount": {
    "label": "Amount",
    "value": "{18..940}.{00..99}"
  },
  "amount_due": {
    "label": "Amount due",
    "value": "{18..940}.{00..99}"
  },
  "date": {
    "label": "Date",
    "value": "{date}"
  },
  "due_date": {
    "label": "Due date",
    "value": "{date}"
  },
  "delivery_date": {
    "label": "Delivery date",
    "value": "{date}"
  },
  "renewal_date": {
    "label": "Renewal date",
    "value": "{date}"
  },
  "appointment": {
    "label": "Appointment",
    "value": "{date} {08..17}:{00|15|30|45}"
  },
  "order_no": {
    "label": "Order number",
    "value": "SO-{100000..999999}"
  },
  "nights": {
    "label": "Nights",
    "value": "{1..9}"
  }
};

export const valueOfOtherColumns = "REF-{100000..999999}" as const;
