#pragma once

#include "agent/channel/document.hpp"
#include "agent/channel/messages.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The events of the run channel (docs/host.md), which agentcli sends to the host of a conversation
// or of a workflow. Optional fields are represented as in messages.hpp. Large fields are empty if
// they were left out because the line was too long (Head::left_out_bytes).

namespace agent::channel {

// Common fields at the beginning of each event.
struct Head {
    std::uint64_t seq = 0; // counts the events from 1
    std::string ts = {}; // time, RFC 3339
    std::uint64_t turn = 0; // counts the turns from 1; 0: outside a turn
    std::uint64_t left_out_bytes = 0; // size as JSON of the fields left out
};

struct Hello {
    std::int64_t channel = channel_version;
    std::string version = {};
    std::string model = {};
    std::optional<std::string> server = {}; // "endpoint": host and port of the model's server
    std::optional<std::vector<std::string>> host_may = {}; // only for a conversation
    Approve approve {};
    std::optional<std::int64_t> context_window = {}; // only for a conversation; tokens, 0: unknown
    std::optional<std::string> workflow = {}; // name of the workflow
};

struct Run {
    std::string model = {};
    std::vector<std::string> tools = {};
    Document effects = {}; // object with the effects of each tool, by its name
    Document displays = {}; // object with the "display" of each tool, by its name
    std::optional<std::string> session = {};
};

// The "error" of events.
struct Failure {
    std::string code = {};
    std::string message = {};
    std::optional<std::string> hint = {};
    std::optional<std::int64_t> retry_after = {}; // seconds; set only if the server answered 429
};

// The values of TurnEnds::exit_reason.
inline constexpr std::array<std::string_view, 13> exit_reasons {"answered", "failed",
    "content-filter", "misused", "max-steps", "max-tool-calls", "max-seconds", "repeated-call",
    "max-total-tokens", "max-cost", "timed-out", "stdout-closed", "interrupted"};

struct TurnCall {
    std::int64_t step = 0;
    std::string tool = {};
    std::optional<std::string> code = {}; // error code; absent if the call succeeded
    bool not_run = false;
};
struct TurnBegins { };
struct TurnEnds {
    std::optional<std::string> answer = {}; // set only if exit_reason is "answered"
    std::string exit_reason = {};
    std::int64_t exit_status = 0;
    std::int64_t steps = 0;
    std::vector<TurnCall> calls = {};
    Document usage = {}; // token counts as named by the model's server; null if it sends none
    std::optional<double> cost = {}; // cost of all replies, if the config has their prices
    std::optional<std::string> fallback = {}; // model that answered instead of the chosen one
    std::optional<std::string> finish_reason = {}; // as sent by the server with the last message
    std::optional<Failure> error = {}; // set unless exit_reason is "answered"
    double seconds = 0;
};
struct Turn {
    std::variant<TurnBegins, TurnEnds> state = {};
};

enum class SaidState { sent, waiting, delivered, taken_back, other };
struct Said {
    SaidState state {};
    std::optional<std::string> text = {}; // absent if the message consisted of parts
    std::optional<std::string> id = {}; // id of the Say message
};

struct Text {
    std::string text = {}; // piece of the answer
};
struct Reasoning {
    std::string text = {};
};

struct Message {
    std::int64_t step = 0;
    Document message = {}; // in the form of chat completions
    std::optional<std::string> finish_reason = {};
    std::optional<std::string> fallback = {}; // model that replied instead of the chosen one
};

struct Usage {
    std::int64_t step = 0;
    Document usage = {};
};

struct CallEvent {
    std::optional<std::string> path = {}; // path of the workflow step that made the call
    std::string id = {};
    std::string tool = {};
    Document arguments = {}; // an object; null if the model wrote something else
    std::optional<std::string> text = {}; // the text that the model wrote instead of an object
};

// Returns the event of a call. `arguments` are the text that the model wrote: an empty string means
// no arguments, and text that is not a JSON object, or has a field twice, is kept as `text`.
CallEvent call_event(std::string id, std::string tool, const std::string& arguments);

struct Result {
    std::optional<std::string> path = {}; // path of the workflow step that made the call
    std::string id = {};
    std::string tool = {};
    std::optional<std::int64_t> bytes = {}; // absent if the call was cancelled, and in a workflow
    std::optional<std::string> code = {}; // error code; absent if the call succeeded
    Document arguments = {}; // arguments the operator changed; null: those of the CallEvent
    std::string content = {};
};

// A rule that the verdict "always" can make. `text` describes what it allows.
struct OfferedRule {
    Document rule = {};
    std::string text = {};
};
struct ApprovalAsk {
    std::string tool = {};
    Document arguments = {};
    bool changes_files = false;
    Document effects = {}; // null if the tool does not declare them
    Document dry_run = {}; // answer to the dry run; null if none was made
    std::string call = {}; // id of the call
    std::optional<std::string> agent = {}; // agent that wants to make the call
    std::optional<std::string> path = {}; // path of the workflow step
    bool changed = false; // true if asked again because the result of the dry run has changed
    std::vector<OfferedRule> rules = {};
    bool may_store = false; // true if rules can be stored for the workspace
};
enum class QuestionType { confirm, text, edit, choice, other };
struct QuestionAsk { // asked by a step of a workflow
    std::string path = {}; // path of the step
    QuestionType type {};
    std::string message = {};
    std::vector<std::string> choices = {};
    Document preset = {}; // "default"; null if there is none
};
struct HostToolAsk { // asks the host to run its tool
    std::string tool = {};
    Document arguments = {}; // the approved arguments, not redacted
    double timeout_seconds = 0;
    std::string call = {}; // id of the call
};
struct FormAsk { // asked by an MCP server
    std::string server = {}; // name of the server
    std::string message = {};
    Document schema = {}; // schema of the answer
    std::vector<std::string> secrets = {}; // names of fields that look like secrets
};
struct OpenUrlAsk { // asked by an MCP server
    std::string server = {}; // name of the server
    std::string message = {};
    std::string host = {};
    std::string url = {};
    std::vector<std::string> warnings = {}; // warnings about the host
    bool opened = false; // true: the operator agreed to open it, and is asked whether it is done
    std::string purpose = {}; // "sign-in", or empty
};
struct Ask {
    std::string id = {};
    std::variant<ApprovalAsk, QuestionAsk, HostToolAsk, FormAsk, OpenUrlAsk> about
        = {}; // selected by "kind"
};

enum class AskKind { approval, question, host_tool, form, open_url };
enum class AskedState { answered, timed_out, withdrawn, other };
enum class AskedVerdict { yes, no, always, edited, other };
struct Asked {
    std::string id = {};
    AskKind kind {};
    AskedState state {};
    std::optional<AskedVerdict> verdict = {}; // set if an approval was answered
};

struct Waiting {
    std::vector<std::string> asks = {}; // ids of the open questions
};

struct Shortened {
    std::int64_t shortened = 0; // number of messages shortened
};
struct Summarised {
    std::int64_t summarised = 0; // number of messages replaced
    std::optional<std::int64_t> skipped_bytes = {}; // bytes of them that the model did not see
};
struct NotSummarised {
    std::int64_t not_summarised = 0; // number of messages left unchanged
    std::string reason = {};
};
struct Context {
    std::variant<Shortened, Summarised, NotSummarised> change = {}; // by the field that is present
    std::string text = {}; // the change in words
};

struct Note {
    std::string text = {};
};
struct Error {
    std::string text = {};
    std::string code = {};
    std::optional<std::string> hint = {};
    std::optional<std::string> id = {}; // id of the question whose answer was refused
};

// Events of workflows.

struct StepResult {
    std::string status = {};
    std::optional<std::int64_t> exit_code = {};
    std::int64_t duration_ms = 0;
    std::int64_t attempts = 1;
    std::optional<Failure> error = {};
};
struct StepBegins { };
struct StepEnds {
    StepResult result = {};
};
struct StepKept { // finished by an earlier process of the run
    StepResult result = {};
};
struct StepRetries {
    std::int64_t pause_ms = 0;
    StepResult result = {}; // result of the attempt that failed
};
struct Step {
    std::string path = {}; // such as summaries[3].draft
    std::variant<StepBegins, StepEnds, StepKept, StepRetries> state = {};
};

struct EndedStep {
    std::string id = {}; // path of the step
    StepResult result = {};
};
struct WorkflowBegins {
    std::string workflow = {};
    std::string run_id = {};
};
struct WorkflowEnds {
    std::string workflow = {};
    std::string run_id = {};
    std::string exit_reason = {};
    std::int64_t exit_status = 0;
    Document output = {};
    Document outputs = {}; // object with the output of each step, by its path
    std::vector<EndedStep> steps = {};
    bool resumed = false;
    std::optional<Failure> error = {};
};
struct Workflow {
    std::variant<WorkflowBegins, WorkflowEnds> state = {};
};

// Last event of a stream of `agentcli serve` (docs/http.md).
struct End {
    Document run = {};
};

// An event that this version does not know, or that is for another kind of client.
struct Unknown {
    std::string name = {};
};

using Event = std::variant<Hello, Run, Turn, Said, Text, Reasoning, Message, Usage, CallEvent,
    Result, Ask, Asked, Waiting, Context, Note, Error, Step, Workflow, End, Unknown>;

}
