/** Generated from src/deployment/configuration/default-facts.yaml by `npm run generate`: change the source, not this file. */

export const facts = {
  "token": "ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e",
  "expired_token": "deaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddeaddead",
  "second_workspace": {
    "token": "910b910b910b910b910b910b910b910b910b910b910b910b910b910b910b910b",
    "voice_analysis": false
  },
  "login": {
    "token": "login-acme",
    "expired_token": "login-expired",
    "token_without_api_token": "login-initech",
    "newest_api_token": "ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e",
    "older_api_token": "ac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3dac3d"
  },
  "workspace": {
    "voice_analysis": true
  },
  "providers": {
    "supported": [
      "provider_a",
      "provider_b",
      "provider_c",
      "provider_d"
    ],
    "listed": [
      "provider_a",
      "provider_b",
      "provider_c"
    ],
    "not_set_up": "provider_d"
  },
  "numbers": {
    "owned": [
      "+15550009001",
      "+15550009004"
    ],
    "shared": [
      "+15550009002"
    ]
  },
  "agents": {
    "uuid": "00000000-0000-4000-8000-{id}",
    "read": [
      {
        "id": 1004,
        "campaigns": {
          "5001": "inprogress",
          "5002": "hold",
          "5004": "force_completed",
          "5006": "pause",
          "5007": "deleted"
        },
        "has_audience": true
      },
      {
        "id": 1010,
        "campaigns": {
          "5003": "draft"
        },
        "has_audience": false
      },
      {
        "id": 1002,
        "campaigns": {},
        "has_audience": false
      }
    ],
    "draft_with_inactive_number": 1007,
    "draft_with_shared_number": 1003
  },
  "campaigns": {
    "read": [
      5001,
      5006
    ],
    "foreign": 5005,
    "known_attempt": {
      "campaign": 5001,
      "record": 200001,
      "at": "2026-09-03T13:16:56.383Z"
    }
  },
  "values": {
    "voice": {
      "provider": "provider_b",
      "model": "birch-neural-2"
    },
    "speech_to_text": {
      "provider": "provider_b",
      "language": "de"
    },
    "llm": {
      "llm": "default",
      "model": "default"
    },
    "tools": [
      7,
      9
    ],
    "sub_agents": [
      3
    ],
    "dispositions": [
      "Interested",
      "Call back"
    ]
  }
} as const;

export const usedUp = {
  "disposable": [
    {
      "id": 5001,
      "agent": 1004
    }
  ],
  "disposable_paused": {
    "id": 5006,
    "agent": 1004
  },
  "disposable_draft": {
    "id": 5003,
    "agent": 1010
  },
  "disposable_deleted": {
    "id": 5007,
    "agent": 1004
  },
  "changeable": {
    "id": 5002,
    "agent": 1004,
    "status": "hold"
  }
} as const;
