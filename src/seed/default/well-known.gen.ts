/** Generated from src/seed/default/well-known.yaml by `npm run generate`: change the source, not this file. */

export const workspaces = [
  {
    "id": 101,
    "name": "Acme Outreach",
    "company_id": 9101,
    "voice_analysis": true
  },
  {
    "id": 102,
    "name": "Globex Support",
    "company_id": 9102,
    "voice_analysis": false
  },
  {
    "id": 103,
    "name": "Initech Trial",
    "company_id": 9103,
    "voice_analysis": false
  }
] as const;

export const users = [
  {
    "id": 1,
    "workspace_id": 101,
    "first_name": "Amara",
    "last_name": "Okafor",
    "email": "owner@acme.example"
  },
  {
    "id": 2,
    "workspace_id": 102,
    "first_name": "Bruno",
    "last_name": "Lima",
    "email": "owner@globex.example"
  },
  {
    "id": 3,
    "workspace_id": 103,
    "first_name": "Chiara",
    "last_name": "Conti",
    "email": "owner@initech.example"
  }
] as const;

export const loginTokens = [
  {
    "id": "login-expired",
    "user_id": 1,
    "created_on": "2026-01-12T08:15:00.000Z",
    "expires_on": "2026-01-13T08:15:00.000Z"
  },
  {
    "id": "login-acme",
    "user_id": 1,
    "created_on": "2026-02-03T07:58:00.000Z",
    "expires_on": null
  },
  {
    "id": "login-globex",
    "user_id": 2,
    "created_on": "2026-02-17T13:02:00.000Z",
    "expires_on": null
  },
  {
    "id": "login-initech",
    "user_id": 3,
    "created_on": "2026-08-25T10:31:00.000Z",
    "expires_on": null
  }
] as const;

export const apiTokens = [
  {
    "id": "deaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddead",
    "user_id": 1,
    "created_on": "2026-01-12T08:20:00.000Z",
    "expires_on": "2026-02-11T08:20:00.000Z"
  },
  {
    "id": "ac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3d",
    "user_id": 1,
    "created_on": "2026-02-03T08:05:00.000Z",
    "expires_on": null
  },
  {
    "id": "910b910b910b910b910b910b910b910b910b910b910b910b910b910b910b910b",
    "user_id": 2,
    "created_on": "2026-02-17T13:10:00.000Z",
    "expires_on": null
  },
  {
    "id": "ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e",
    "user_id": 1,
    "created_on": "2026-05-19T15:44:00.000Z",
    "expires_on": null
  }
] as const;

export const agents = [
  {
    "id": 1001,
    "workspace": 101,
    "status": 3,
    "profile": "dental-reminder",
    "created": "2026-03-02T09:12:44.120Z",
    "updated": null,
    "agent_type": 3
  },
  {
    "id": 1002,
    "workspace": 101,
    "status": 3,
    "profile": "loan-follow-up",
    "created": "2026-03-16T14:03:09.455Z",
    "updated": null,
    "agent_type": 3
  },
  {
    "id": 1003,
    "workspace": 101,
    "status": 3,
    "profile": "delivery-scheduling",
    "created": "2026-03-31T11:47:26.008Z",
    "updated": null,
    "agent_type": 3
  },
  {
    "id": 1004,
    "workspace": 101,
    "status": 1,
    "profile": "plan-renewal",
    "created": "2026-04-14T08:30:15.731Z",
    "updated": "2026-09-22T16:05:52.264Z",
    "agent_type": 3
  },
  {
    "id": 1005,
    "workspace": 101,
    "status": 2,
    "profile": "satisfaction-survey",
    "created": "2026-04-28T10:21:37.910Z",
    "updated": null,
    "agent_type": 3
  },
  {
    "id": 1006,
    "workspace": 102,
    "status": 3,
    "profile": "support-callback",
    "created": "2026-05-11T17:55:03.342Z",
    "updated": null,
    "agent_type": 3
  },
  {
    "id": 1007,
    "workspace": 101,
    "status": 3,
    "profile": "stay-confirmation",
    "created": "2026-05-26T07:38:19.876Z",
    "updated": null,
    "agent_type": 3
  },
  {
    "id": 1008,
    "workspace": 101,
    "status": 3,
    "profile": "admissions",
    "created": "2026-06-09T05:14:58.203Z",
    "updated": null,
    "agent_type": 3
  },
  {
    "id": 1009,
    "workspace": 101,
    "status": 3,
    "profile": "order-chat",
    "created": "2026-06-23T18:29:41.667Z",
    "updated": null,
    "agent_type": 2
  },
  {
    "id": 1010,
    "workspace": 101,
    "status": 1,
    "profile": "table-booking",
    "created": "2026-07-07T02:44:30.095Z",
    "updated": "2026-09-29T06:11:08.518Z",
    "agent_type": 3
  }
] as const;

export const numbers = [
  {
    "id": "+15550001002",
    "workspace_id": 101,
    "agent_id": 1002,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550001003",
    "workspace_id": null,
    "agent_id": 1003,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550001004",
    "workspace_id": 101,
    "agent_id": 1004,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550001006",
    "workspace_id": 102,
    "agent_id": 1006,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550001007",
    "workspace_id": 101,
    "agent_id": 1007,
    "position": 0,
    "is_active": false
  },
  {
    "id": "+15550001008",
    "workspace_id": 101,
    "agent_id": 1008,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550001098",
    "workspace_id": null,
    "agent_id": 1008,
    "position": 1,
    "is_active": true
  },
  {
    "id": "+15550001010",
    "workspace_id": 101,
    "agent_id": 1010,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550009001",
    "workspace_id": 101,
    "agent_id": null,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550009002",
    "workspace_id": null,
    "agent_id": null,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550009003",
    "workspace_id": 102,
    "agent_id": null,
    "position": 0,
    "is_active": true
  },
  {
    "id": "+15550009004",
    "workspace_id": 101,
    "agent_id": null,
    "position": 0,
    "is_active": true
  }
] as const;

export const campaigns = [
  {
    "id": 5001,
    "agent": 1004,
    "name": "Autumn plan renewals",
    "status": "inprogress",
    "created": "2026-08-03T07:30:00.000Z",
    "updated": "2026-08-04T06:00:12.480Z",
    "audience": {
      "language": "en-US",
      "columns": [
        "name",
        "city",
        "plan"
      ],
      "attempts": 3,
      "mix": {
        "fresh": 100,
        "completed": 60,
        "halted": 30,
        "inqueue": 60
      }
    }
  },
  {
    "id": 5002,
    "agent": 1004,
    "name": "Lapsed plans, Germany",
    "status": "hold",
    "created": "2026-08-10T09:05:00.000Z",
    "updated": "2026-09-02T12:18:40.006Z",
    "audience": {
      "language": "de-DE",
      "columns": [
        "name",
        "city",
        "plan",
        "renewal_date"
      ],
      "attempts": 3,
      "mix": {
        "fresh": 6,
        "completed": 4,
        "halted": 0,
        "inqueue": 2
      }
    }
  },
  {
    "id": 5003,
    "agent": 1010,
    "name": "週末のご予約確認",
    "status": "draft",
    "created": "2026-08-17T03:40:00.000Z",
    "updated": "2026-08-17T03:40:00.000Z",
    "audience": null
  },
  {
    "id": 5004,
    "agent": 1004,
    "name": "Summer plan renewals, Sweden",
    "status": "force_completed",
    "created": "2026-08-20T08:00:00.000Z",
    "updated": "2026-09-15T15:31:27.912Z",
    "audience": {
      "language": "sv-SE",
      "columns": [
        "name",
        "city",
        "plan"
      ],
      "attempts": 4,
      "mix": {
        "fresh": 0,
        "completed": 12,
        "halted": 8,
        "inqueue": 0
      }
    }
  },
  {
    "id": 5005,
    "agent": 1006,
    "name": "Visitas técnicas de setembro",
    "status": "inprogress",
    "created": "2026-08-24T12:10:00.000Z",
    "updated": "2026-08-25T11:00:05.377Z",
    "audience": {
      "language": "pt-BR",
      "columns": [
        "name",
        "city",
        "ticket_no"
      ],
      "attempts": 3,
      "mix": {
        "fresh": 2,
        "completed": 2,
        "halted": 0,
        "inqueue": 1
      }
    }
  },
  {
    "id": 5006,
    "agent": 1004,
    "name": "Family plan upgrade, Japan",
    "status": "pause",
    "created": "2026-09-01T10:20:00.000Z",
    "updated": "2026-09-18T09:47:33.150Z",
    "audience": {
      "language": "ja-JP",
      "columns": [
        "name",
        "city",
        "language"
      ],
      "attempts": 2,
      "mix": {
        "fresh": 3,
        "completed": 3,
        "halted": 1,
        "inqueue": 1
      }
    }
  },
  {
    "id": 5007,
    "agent": 1004,
    "name": "Renewal script rehearsal, France",
    "status": "deleted",
    "created": "2026-09-07T13:00:00.000Z",
    "updated": "2026-09-11T08:26:59.704Z",
    "audience": {
      "language": "fr-FR",
      "columns": [
        "name"
      ],
      "attempts": 3,
      "mix": {
        "fresh": 1,
        "completed": 1,
        "halted": 0,
        "inqueue": 0
      }
    }
  }
] as const;

export const editors = {
  "101": [
    "Dilan Yıldız",
    "Maren Vogt",
    "Tomás Herrera",
    "Grace Adeyemi"
  ],
  "102": [
    "Larissa Prado",
    "João Teixeira"
  ]
} as const;

export const shownAgent = {
  "id": 1004,
  "fields": {
    "webhook_url": "https://hooks.acme.example/agents/1004",
    "configuration": {
      "skills": [
        {
          "id": 1,
          "name": "Transfer to a person",
          "isEnabled": true
        },
        {
          "id": 2,
          "name": "Send a text message",
          "isEnabled": true
        }
      ],
      "trigger": "outbound_call"
    },
    "knowledge_base": {
      "links": [
        {
          "id": 1,
          "url": "https://www.acme.example/plans"
        }
      ],
      "pages": [
        {
          "id": 1,
          "title": "Questions and answers",
          "url": "https://www.acme.example/plans/faq"
        }
      ],
      "tools": [
        {
          "id": 301,
          "isEnabled": true
        },
        {
          "id": 302,
          "isEnabled": false
        }
      ],
      "sub_agents": [
        {
          "id": 1008,
          "isEnabled": true
        }
      ]
    },
    "integrated_custom_events": {
      "toolHttpRequest": [
        {
          "id": 1,
          "name": "Look up the plan",
          "method": "GET",
          "url": "https://api.acme.example/plans/{{plan_name}}"
        }
      ]
    }
  }
} as const;
