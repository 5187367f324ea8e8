/** Generated from src/cli/commands.yaml by `npm run generate`: change the source, not this file. */

export const describedCommands = {
  "serve": {
    "summary": "Serve the mock over HTTP",
    "options": {
      "port": {
        "kind": "count",
        "placeholder": "PORT",
        "least": 0,
        "most": 65535,
        "fallback": 4010,
        "summary": "Port to listen on; 0 takes a free one",
        "expected": "a port: give a number from 0 to 65535, for example --port 4010"
      },
      "host": {
        "kind": "text",
        "placeholder": "HOST",
        "pattern": "^[\\w.:-]+$",
        "fallback": "127.0.0.1",
        "summary": "Address to listen on; 0.0.0.0 listens on every one",
        "expected": "an address: give a host name or an IP address, for example --host 127.0.0.1"
      },
      "dataDir": {
        "kind": "text",
        "placeholder": "DIR",
        "fallback": ".data",
        "summary": "Folder that keeps the state",
        "expected": "a folder: name one, for example --data-dir .data"
      },
      "sync": {
        "kind": "switch",
        "summary": "Answer a write when the disk itself has it, so that it survives a loss of power"
      },
      "store": {
        "kind": "own",
        "placeholder": "ADDRESS",
        "summary": "PostgreSQL that keeps the state, for any number of mocks that share it, in place of a folder"
      },
      "reads": {
        "kind": "word",
        "placeholder": "HOW",
        "words": [
          "linearizable",
          "local"
        ],
        "fallback": "linearizable",
        "summary": "Of a shared store: linearizable, or local, by which reads may be of a moment ago",
        "expected": "a way to read: give linearizable or local"
      },
      "ephemeral": {
        "kind": "switch",
        "summary": "Keep the state in memory only, and forget it at the end"
      },
      "scenario": {
        "kind": "text",
        "placeholder": "NAME|DIR",
        "summary": "Data to begin as: a name in fixtures/ or a folder; default if nothing is kept yet",
        "expected": "a scenario: give the name of one, or a folder"
      },
      "watch": {
        "kind": "switch",
        "summary": "Take over what is edited in the scenario's folder while the mock runs, and say what changed"
      },
      "reset": {
        "kind": "switch",
        "summary": "Give up the state in the data folder, and begin anew as the scenario"
      },
      "profile": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Profile of a deployment: what is done where the specification is silent",
        "expected": "a profile: name a file, for example --profile staging.overlay.yaml"
      },
      "faults": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Faults that every world begins with, in YAML or JSON",
        "expected": "a file of faults: name one, for example --faults flaky.faults.yaml"
      },
      "strict": {
        "kind": "switch",
        "summary": "Refuse what is tolerated with a warning otherwise"
      },
      "publicUrl": {
        "kind": "own",
        "placeholder": "URL",
        "summary": "Where apps reach the mock if not at the host that their requests name: for the addresses of voice samples",
        "expected": "an address: give one as --public-url https://mock.example/platform"
      },
      "controlToken": {
        "kind": "own",
        "placeholder": "TOKEN",
        "summary": "What requests to /__mock must carry in x-mock-control-token; needed for control on a --host that others reach",
        "expected": "a token of your own: give at least 8 letters, digits and signs without blanks"
      },
      "controlOrigin": {
        "kind": "own",
        "placeholder": "ORIGIN,…",
        "summary": "Web pages that may steer the mock beside its own",
        "expected": "an origin: give scheme, host and port, for example --control-origin http://localhost:5173"
      },
      "worldIdle": {
        "kind": "own",
        "placeholder": "DURATION",
        "fallback": "PT1H",
        "summary": "After how long a world that nobody uses goes",
        "expected": "a duration: give one as ISO 8601 writes it, for example --world-idle PT1H"
      },
      "worldLimit": {
        "kind": "count",
        "placeholder": "COUNT",
        "least": 0,
        "most": 100000,
        "fallback": 1000,
        "summary": "How many worlds there may be beside the default one",
        "expected": "a number of worlds: give one from 0 to 100000, for example --world-limit 1000"
      },
      "memory": {
        "kind": "own",
        "placeholder": "SIZE",
        "fallback": "256MB",
        "summary": "What journals, snapshots and named worlds may hold together, in MB or with a unit; the oldest goes first"
      },
      "keepAlive": {
        "kind": "count",
        "placeholder": "SECONDS",
        "least": 1,
        "most": 3600,
        "fallback": 75,
        "summary": "How long a connection without requests stays open: longer than a proxy before it keeps its own",
        "expected": "a time: give whole seconds from 1 to 3600, for example --keep-alive 75"
      },
      "drain": {
        "kind": "count",
        "placeholder": "SECONDS",
        "least": 0,
        "most": 3600,
        "fallback": 0,
        "summary": "How long SIGTERM leaves the mock serving while /__mock/ready says no, so that a balancer can turn away",
        "expected": "a time: give whole seconds from 0 to 3600, for example --drain 10"
      },
      "logLevel": {
        "kind": "word",
        "placeholder": "LEVEL",
        "words": [
          "silent",
          "error",
          "warn",
          "info",
          "debug"
        ],
        "fallback": "info",
        "summary": "One line per request from this level on: silent, error, warn, info, debug",
        "expected": "a log level: give one of silent, error, warn, info, debug"
      }
    }
  },
  "check-scenario": {
    "summary": "Tell all that is wrong with a scenario's folder, with file, line and column",
    "operands": "FOLDER",
    "mostOperands": 1,
    "options": {}
  },
  "replay": {
    "summary": "Play a file of POST /__mock/repro, and show the first answer that differs",
    "operands": "FILE",
    "mostOperands": 1,
    "options": {}
  },
  "copy": {
    "summary": "Copy the state of a mock between data folders and PostgreSQL",
    "operands": "FROM TO",
    "options": {
      "reset": {
        "kind": "switch",
        "summary": "Give up what TO holds"
      }
    }
  },
  "coverage": {
    "summary": "Tell what the traffic of a mock has exercised of the API",
    "options": {
      "url": {
        "kind": "own",
        "placeholder": "URL",
        "fallback": "http://127.0.0.1:4010",
        "summary": "Address of the mock",
        "expected": "an address: give one as http://127.0.0.1:4010"
      },
      "world": {
        "kind": "text",
        "placeholder": "NAME",
        "pattern": "^[A-Za-z0-9._-]{1,64}$",
        "fallback": "default",
        "summary": "The world whose traffic counts",
        "expected": "the name of a world: name one"
      },
      "min": {
        "kind": "own",
        "placeholder": "KIND=PERCENT,…",
        "summary": "What must be covered at least, in percent of operations, statuses, transitions, clauses",
        "expected": "a list of floors: give for example --min operations=80,statuses=50"
      },
      "controlToken": {
        "kind": "text",
        "placeholder": "TOKEN",
        "pattern": "^",
        "fallback": "",
        "summary": "The token that the mock asks for, if any",
        "expected": "a token: name one"
      }
    }
  },
  "seed": {
    "summary": "Make records as a plan asks for: a scenario folder, a running mock or a deployment",
    "operands": "[PLAN]",
    "options": {
      "out": {
        "kind": "text",
        "placeholder": "DIR",
        "summary": "Write a scenario folder",
        "expected": "a folder: name one"
      },
      "target": {
        "kind": "text",
        "placeholder": "URL",
        "pattern": "^https?://[^\\s]+$",
        "summary": "Fill a running mock",
        "expected": "an address: name one"
      },
      "world": {
        "kind": "text",
        "placeholder": "NAME",
        "summary": "Fill this world of the mock",
        "expected": "the name of a world: name one"
      },
      "controlToken": {
        "kind": "text",
        "placeholder": "TOKEN",
        "summary": "The control token of the mock",
        "expected": "a token: name one"
      },
      "deployment": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Fill a deployment, through its public API: a contract.config.yaml",
        "expected": "a file: name one"
      },
      "seed": {
        "kind": "count",
        "placeholder": "N",
        "least": 0,
        "most": 9999999,
        "summary": "The same seed gives the same records"
      },
      "base": {
        "kind": "text",
        "placeholder": "NAME|DIR",
        "summary": "With --out: the scenario to begin as; empty unless the plan says",
        "expected": "a scenario: name one"
      },
      "ledger": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "What was made, to go on from and to take back",
        "expected": "a file: name one"
      },
      "undo": {
        "kind": "text",
        "placeholder": "LEDGER",
        "summary": "Take back what the run of a ledger made",
        "expected": "a file: name one"
      },
      "dryRun": {
        "kind": "switch",
        "summary": "Say what would be made, and make nothing"
      },
      "rate": {
        "kind": "number",
        "placeholder": "N",
        "summary": "Requests a second at most"
      },
      "workspaces": {
        "kind": "count",
        "placeholder": "N",
        "least": 0,
        "most": 9999999,
        "summary": "Without a plan: how many workspaces to make"
      },
      "agents": {
        "kind": "count",
        "placeholder": "N",
        "least": 0,
        "most": 9999999,
        "summary": "Without a plan: how many published agents"
      },
      "campaigns": {
        "kind": "count",
        "placeholder": "N",
        "least": 0,
        "most": 9999999,
        "summary": "Without a plan: how many running campaigns"
      },
      "records": {
        "kind": "count",
        "placeholder": "N",
        "least": 0,
        "most": 9999999,
        "summary": "Without a plan: how many audience records, spread over the campaigns"
      },
      "json": {
        "kind": "switch",
        "summary": "Tell what was made, its ids and tokens, as JSON"
      },
      "schema": {
        "kind": "switch",
        "summary": "Print the JSON Schema of plans"
      }
    }
  },
  "audience": {
    "summary": "Take the records of an audience from a CSV file, or give them as one",
    "operands": "import FILE.csv | export",
    "options": {
      "campaign": {
        "kind": "count",
        "placeholder": "ID",
        "least": 1,
        "most": 9999999999,
        "summary": "The campaign whose audience it is",
        "expected": "the id of a campaign: give a whole number, for example --campaign 5001"
      },
      "target": {
        "kind": "text",
        "placeholder": "URL",
        "pattern": "^https?://[^\\s]+$",
        "summary": "A running mock; http://127.0.0.1:4010 where no folder is named",
        "expected": "an address: name one"
      },
      "world": {
        "kind": "text",
        "placeholder": "NAME",
        "summary": "This world of the mock",
        "expected": "the name of a world: name one"
      },
      "controlToken": {
        "kind": "text",
        "placeholder": "TOKEN",
        "summary": "The control token of the mock",
        "expected": "a token: name one"
      },
      "dataDir": {
        "kind": "text",
        "placeholder": "DIR",
        "summary": "A data folder or the folder of a scenario, which no mock has open",
        "expected": "a folder: name one"
      },
      "out": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "export: write there instead of to the output",
        "expected": "a file: name one"
      },
      "delimiter": {
        "kind": "own",
        "placeholder": "CHARACTER",
        "summary": "What stands between values: comma, semicolon, tab; import finds out, export does as imported",
        "expected": "a delimiter: give comma, semicolon, tab or the character"
      },
      "phoneColumn": {
        "kind": "text",
        "placeholder": "NAME",
        "summary": "The column of phone numbers; import finds out, export does as imported",
        "expected": "a column: name one"
      },
      "countryCode": {
        "kind": "own",
        "placeholder": "DIGITS",
        "summary": "import: what numbers without a country code get, for example 49",
        "expected": "a country code: give its digits, for example --country-code 49"
      },
      "plan": {
        "kind": "switch",
        "summary": "import: show the first ten rows before and after, and what would be rejected; write nothing"
      },
      "raw": {
        "kind": "switch",
        "summary": "Values as they are, without the apostrophe that hides formulas from spreadsheets"
      }
    }
  },
  "contract": {
    "summary": "Check a deployment, or the mock, against the contract, clause by clause",
    "operands": "[merge FILES | sweep]",
    "actions": {
      "merge 1.json 2.json 3.json": "Join the verdicts of all shards of a run, or show one again",
      "sweep": "Delete the agents that a run could not clean, by its ledger"
    },
    "options": {
      "baseUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "Base address of the deployment, ending in /api/v1/global; without any address: the mock, in process"
      },
      "apiUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "API address; the base address without its prefix"
      },
      "altUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "Alternative address; the API address"
      },
      "token": {
        "kind": "text",
        "placeholder": "TOKEN",
        "summary": "API token of the workspace to work in"
      },
      "config": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Configuration: addresses, tokens, numbers, agents, campaigns"
      },
      "init": {
        "kind": "switch",
        "summary": "Write a commented example configuration to contract.config.yaml"
      },
      "plan": {
        "kind": "switch",
        "summary": "Print what would run, what it would write and what is missing, and send nothing"
      },
      "assumptions": {
        "kind": "switch",
        "summary": "Also check the rules where the specification is silent; always on for the mock"
      },
      "profile": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Validate by the choices of this profile instead of those of the mock; with --assumptions"
      },
      "strict": {
        "kind": "switch",
        "summary": "Let drift fail: statuses and fields that the document does not know"
      },
      "readOnly": {
        "kind": "switch",
        "summary": "Only run what changes nothing"
      },
      "allowIrreversible": {
        "kind": "switch",
        "summary": "Also force-complete the campaign that the configuration names as disposable"
      },
      "verdict": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict of each clause as JSON"
      },
      "report": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict as a page of HTML"
      },
      "summary": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict as Markdown: $GITHUB_STEP_SUMMARY, or a comment on a pull request"
      },
      "baseline": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Known violations, each with cause, clause, reason and expires"
      },
      "writeBaseline": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write what is violated as such a file, with reasons and dates to fill in"
      },
      "reporter": {
        "kind": "word",
        "placeholder": "NAME",
        "words": [
          "junit",
          "github-actions"
        ],
        "summary": "How the checks are told: junit or github-actions",
        "expected": "a reporter: give one of junit, github-actions"
      },
      "output": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Where that reporter writes"
      },
      "shard": {
        "kind": "own",
        "placeholder": "I/N",
        "summary": "Only a part of the checks, to spread them over machines; contract merge joins their verdicts",
        "expected": "a part: give for example --shard 1/3, --shard 2/3 and --shard 3/3"
      },
      "only": {
        "kind": "text",
        "placeholder": "NAMES",
        "summary": "Only the checks of these rules, operations or tags, with commas between them"
      },
      "ledger": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Where the ledger of what was made lies"
      },
      "timeout": {
        "kind": "number",
        "placeholder": "MS",
        "summary": "Milliseconds until a request is given up"
      },
      "largestAnswer": {
        "kind": "number",
        "placeholder": "MB",
        "summary": "The largest answer that is read"
      },
      "rateLimit": {
        "kind": "number",
        "placeholder": "N",
        "summary": "Requests a second"
      },
      "maxMinutes": {
        "kind": "number",
        "placeholder": "N",
        "fallback": 30,
        "summary": "Minutes that the whole run may take, its waiting and cleaning included"
      },
      "concurrency": {
        "kind": "number",
        "placeholder": "N",
        "summary": "Lists of checks at the same time"
      },
      "explore": {
        "kind": "switch",
        "summary": "After the checks, also send generated walks, and shrink those that break a rule"
      },
      "walks": {
        "kind": "count",
        "placeholder": "N",
        "least": 1,
        "most": 100000,
        "fallback": 25,
        "summary": "Walks of --explore"
      },
      "steps": {
        "kind": "count",
        "placeholder": "N",
        "least": 1,
        "most": 100000,
        "fallback": 40,
        "summary": "Steps of each walk"
      },
      "minutes": {
        "kind": "number",
        "placeholder": "M",
        "summary": "Explore for so many minutes, whatever --walks says; --max-minutes grows by as much"
      },
      "seed": {
        "kind": "count",
        "placeholder": "S",
        "least": 0,
        "most": 2147483647,
        "summary": "Seed of --explore: the same seed, target and flags give the same walks"
      },
      "replay": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Run a walk again that --explore has kept"
      }
    }
  },
  "learn": {
    "summary": "Write a profile of how a deployment does what the specification leaves open",
    "options": {
      "baseUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "Base address of the deployment, ending in /api/v1/global; without any address: the mock, in process"
      },
      "apiUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "API address; the base address without its prefix"
      },
      "altUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "Alternative address; the API address"
      },
      "token": {
        "kind": "text",
        "placeholder": "TOKEN",
        "summary": "API token of the workspace to work in"
      },
      "config": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Configuration: addresses, tokens, numbers, agents, campaigns"
      },
      "out": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "The profile to write, or to update"
      },
      "har": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Learn from the exchanges that a HAR file holds, and send nothing"
      },
      "check": {
        "kind": "switch",
        "summary": "Change nothing, and exit 1 if the deployment no longer behaves as the profile says"
      },
      "plan": {
        "kind": "switch",
        "summary": "Print what would be tried, what it would write and what is missing, and send nothing"
      },
      "readOnly": {
        "kind": "switch",
        "summary": "Only try what changes nothing"
      },
      "allowIrreversible": {
        "kind": "switch",
        "summary": "Also complete or delete the campaigns that the configuration names as disposable"
      },
      "json": {
        "kind": "switch",
        "summary": "Print what was learned as JSON"
      },
      "ledger": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Where the ledger of what was made lies"
      },
      "timeout": {
        "kind": "number",
        "placeholder": "MS",
        "summary": "Milliseconds until a request is given up"
      },
      "largestAnswer": {
        "kind": "number",
        "placeholder": "MB",
        "summary": "The largest answer that is read"
      },
      "rateLimit": {
        "kind": "number",
        "placeholder": "N",
        "summary": "Requests a second"
      },
      "maxMinutes": {
        "kind": "number",
        "placeholder": "N",
        "fallback": 15,
        "summary": "Minutes that the whole run may take, its waiting and cleaning included"
      }
    }
  },
  "parity": {
    "summary": "Send the same walks to a deployment and to the mock, and tell where they differ",
    "options": {
      "config": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Configuration: addresses, tokens, numbers, agents, campaigns"
      },
      "baseUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "Base address of the deployment, ending in /api/v1/global"
      },
      "apiUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "API address; the base address without its prefix"
      },
      "altUrl": {
        "kind": "text",
        "placeholder": "URL",
        "summary": "Alternative address; the API address"
      },
      "token": {
        "kind": "text",
        "placeholder": "TOKEN",
        "summary": "API token of the workspace to work in"
      },
      "profile": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "What the mock does where the specification is silent; see learn"
      },
      "learn": {
        "kind": "switch",
        "summary": "Add what the walks show to the profile"
      },
      "walks": {
        "kind": "count",
        "placeholder": "N",
        "least": 1,
        "most": 100000,
        "fallback": 25,
        "summary": "Walks that are sent to both"
      },
      "steps": {
        "kind": "count",
        "placeholder": "N",
        "least": 1,
        "most": 100000,
        "fallback": 40,
        "summary": "Steps of each walk"
      },
      "seed": {
        "kind": "count",
        "placeholder": "S",
        "least": 0,
        "most": 2147483647,
        "summary": "Seed of the walks"
      },
      "readOnly": {
        "kind": "switch",
        "summary": "Only run what changes nothing"
      },
      "maxMinutes": {
        "kind": "number",
        "placeholder": "N",
        "fallback": 30,
        "summary": "Minutes that the whole run may take, its waiting and cleaning included"
      },
      "json": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write what differs as JSON"
      },
      "report": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write what differs as a page of HTML"
      },
      "ledger": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Where the ledger of what was made lies"
      }
    }
  },
  "judge": {
    "summary": "Judge recorded traffic, clause by clause and by what was seen before",
    "operands": "TRAFFIC.har",
    "mostOperands": 1,
    "options": {
      "config": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "What is known of the deployment: tokens, numbers, agents, campaigns"
      },
      "profile": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Also judge by this profile what the specification leaves open"
      },
      "strict": {
        "kind": "switch",
        "summary": "Let drift fail: statuses and fields that the document does not know"
      },
      "verdict": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict of each clause as JSON"
      },
      "report": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict as a page of HTML"
      },
      "summary": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict as Markdown: $GITHUB_STEP_SUMMARY, or a comment on a pull request"
      },
      "baseline": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Known violations, each with cause, clause, reason and expires"
      },
      "writeBaseline": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write what is violated as such a file, with reasons and dates to fill in"
      },
      "reporter": {
        "kind": "word",
        "placeholder": "NAME",
        "words": [
          "junit",
          "github-actions"
        ],
        "summary": "How the checks are told: junit or github-actions",
        "expected": "a reporter: give one of junit, github-actions"
      },
      "output": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Where that reporter writes"
      }
    }
  },
  "proxy": {
    "summary": "Forward requests to a deployment, and judge what passes by",
    "options": {
      "target": {
        "kind": "text",
        "placeholder": "ADDRESS",
        "summary": "What to forward to; base, API and alternative address with commas between them if they have several hosts"
      },
      "port": {
        "kind": "count",
        "placeholder": "PORT",
        "least": 0,
        "most": 65535,
        "fallback": 4011,
        "summary": "Port to listen on; 0 takes a free one",
        "expected": "a port: give a number from 0 to 65535, for example --port 4011"
      },
      "host": {
        "kind": "text",
        "placeholder": "HOST",
        "fallback": "127.0.0.1",
        "summary": "Address to listen on"
      },
      "config": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "What is known of the deployment: tokens, numbers, agents, campaigns"
      },
      "profile": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Also judge by this profile what the specification leaves open"
      },
      "har": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write what passes by as HAR, without secrets, whole after each exchange"
      },
      "record": {
        "kind": "text",
        "placeholder": "DIR",
        "summary": "Write what was read as a scenario, with a profile, on which serve goes on",
        "expected": "a folder: name one"
      },
      "verdict": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict of each clause as JSON"
      },
      "report": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict as a page of HTML"
      },
      "summary": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "Write the verdict as Markdown: $GITHUB_STEP_SUMMARY, or a comment on a pull request"
      },
      "failOn": {
        "kind": "word",
        "placeholder": "WHAT",
        "words": [
          "violation"
        ],
        "summary": "violation: end with the exit codes of judge; else with 0",
        "expected": "what to fail on: give violation"
      },
      "timeout": {
        "kind": "number",
        "placeholder": "MS",
        "summary": "Milliseconds in which something must come from the target; 60000 if absent"
      }
    }
  },
  "mcp": {
    "summary": "Serve coding agents over stdio, by the Model Context Protocol",
    "options": {
      "scenario": {
        "kind": "text",
        "placeholder": "NAME|DIR",
        "summary": "Data that each world begins with; default if absent"
      },
      "profile": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "What the mock does where the specification is silent"
      },
      "config": {
        "kind": "text",
        "placeholder": "FILE",
        "summary": "The deployment that agents may check, read-only; none if absent"
      }
    }
  }
} as const;
