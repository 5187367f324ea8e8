/** Generated from src/worlds/fault-presets.yaml by `npm run generate`: change the source, not this file. */

export const presets = {
  "flaky": {
    "summary": "One request in five fails with 500, and one in ten more takes about a second.",
    "faults": [
      {
        "when": {
          "probability": 0.2
        },
        "effect": {
          "type": "error",
          "status": 500
        }
      },
      {
        "when": {
          "probability": 0.1
        },
        "effect": {
          "type": "delay",
          "distribution": "lognormal",
          "median": 1000,
          "sigma": 0.4
        }
      }
    ]
  },
  "slow-3g": {
    "summary": "Every answer waits about 400 ms and comes at 50 kB a second.",
    "faults": [
      {
        "effect": {
          "type": "delay",
          "distribution": "uniform",
          "minimum": 300,
          "maximum": 500
        }
      },
      {
        "effect": {
          "type": "dribble",
          "bytes_per_second": 50000
        }
      }
    ]
  },
  "outage": {
    "summary": "Every request fails with 500 and changes nothing.",
    "faults": [
      {
        "effect": {
          "type": "error",
          "status": 500
        }
      }
    ]
  },
  "lost-answers": {
    "summary": "One request in four takes effect, and the connection is cut before the answer.",
    "faults": [
      {
        "when": {
          "probability": 0.25
        },
        "effect": {
          "type": "cut",
          "at": "after"
        }
      }
    ]
  },
  "expired-session": {
    "summary": "Every request is answered 401, whatever its token.",
    "faults": [
      {
        "effect": {
          "type": "error",
          "status": 401
        }
      }
    ]
  }
} as const;
