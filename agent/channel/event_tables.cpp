#include "agent/channel/event_tables.hpp"

#include "agent/channel/codec.hpp"
#include "agent/channel/tables.hpp"

namespace agent::channel {

template<>
inline constexpr std::string_view tag_of<decltype(Ask::about)> = "kind";
template<>
inline constexpr std::string_view tag_of<decltype(Step::state)> = "state";
template<>
inline constexpr std::string_view tag_of<decltype(Workflow::state)> = "state";

template<>
inline constexpr auto declared<Hello> = table({"HelloEvent", "hello", "The first event."},
    required<&Hello::channel>("channel"), required<&Hello::version>("version").as_is(),
    required<&Hello::model>("model").as_name(),
    optional<&Hello::server>("endpoint", "not with --replay").of(Runs::conversation),
    optional<&Hello::host_may>("hostMay").as_is().of(Runs::conversation),
    required<&Hello::approve>("approve", "as the flags say"),
    optional<&Hello::context_window>("contextWindow").of(Runs::conversation),
    optional<&Hello::workflow>("workflow").as_name().of(Runs::workflow));

template<>
inline constexpr auto declared<Run> = table(
    {"RunEvent", "run", "Precedes the first turn or call, once."},
    required<&Run::model>("model").as_name(),
    required<&Run::tools>("tools", "names, with those of host tools").as_name().large(),
    required<&Run::effects>("effects", "by name, of each tool that declares what it can do")
        .object()
        .large(),
    optional<&Run::displays>(
        "displays", "by name, of each tool that declares how its calls are shown")
        .object()
        .large(),
    optional<&Run::session>("session"));

template<>
inline constexpr auto declared<Said> = table({"SaidEvent", "said", "What became of a message."},
    required<&Said::state>("state"),
    optional<&Said::text>("text", "not of a message with 'content'").large(),
    optional<&Said::id>("id", "of the message").as_name());

template<>
inline constexpr auto declared<Message> = table(
    {"MessageEvent", "message", "A message of the model."}, required<&Message::step>("step"),
    required<&Message::message>("message").object().large(),
    optional<&Message::finish_reason>("finishReason").as_name(),
    optional<&Message::fallback>("fallback", "the model that replied in place of the chosen one")
        .as_name());
template<>
inline constexpr auto declared<Usage> = table({"UsageEvent", "usage", "The tokens of a message."},
    required<&Usage::step>("step"),
    required<&Usage::usage>("usage", "with the names of the model's server").object().large());

template<>
inline constexpr auto declared<CallEvent> = table({"CallEvent", "call", "A call begins."},
    optional<&CallEvent::path>("path", "of the step").as_name().of(Runs::workflow),
    required<&CallEvent::id>("id").as_name(), required<&CallEvent::tool>("tool").as_name(),
    optional<&CallEvent::arguments>("arguments").object().large(),
    optional<&CallEvent::text>("text", "what the model has written, if that is not a JSON object")
        .large());
template<>
inline constexpr auto declared<Result> = table({"ResultEvent", "result", "A call has ended."},
    optional<&Result::path>("path", "of the step").as_name().of(Runs::workflow),
    required<&Result::id>("id").as_name(), required<&Result::tool>("tool").as_name(),
    optional<&Result::bytes>("bytes", "not if the call was cancelled").of(Runs::conversation),
    optional<&Result::code>("code", "of an error").as_name(),
    optional<&Result::arguments>("arguments", "of the call, if its approval has changed them")
        .object()
        .large(),
    required<&Result::content>("content").large());

template<>
inline constexpr auto declared<ApprovalAsk> = table({"ApprovalAsk", "approval"},
    required<&ApprovalAsk::tool>("tool").as_question(),
    required<&ApprovalAsk::arguments>("arguments").object().as_question(),
    required<&ApprovalAsk::changes_files>("changesFiles"),
    optional<&ApprovalAsk::effects>("effects").object().as_question(),
    optional<&ApprovalAsk::dry_run>("dryRun").as_question(),
    required<&ApprovalAsk::call>("call", "its id").as_name(),
    optional<&ApprovalAsk::agent>("agent", "that wants to make it, in the call `call`").as_name(),
    optional<&ApprovalAsk::path>("path", "of the step").as_name().of(Runs::workflow),
    optional<&ApprovalAsk::changed>("changed", "asked again, since the dry run differs"),
    optional<&ApprovalAsk::rules>("rules", "that 'always' can make"),
    optional<&ApprovalAsk::may_store>("mayStore", "the scope 'workspace' is allowed"));
template<>
inline constexpr auto declared<QuestionAsk> = table({"QuestionAsk", "question"},
    required<&QuestionAsk::path>("path", "of the step").as_name(),
    required<&QuestionAsk::type>("type"), required<&QuestionAsk::message>("message"),
    optional<&QuestionAsk::choices>("choices"), optional<&QuestionAsk::preset>("default"));
template<>
inline constexpr auto declared<HostToolAsk> = table({"HostToolAsk", "hostTool"},
    required<&HostToolAsk::tool>("tool").as_is(),
    required<&HostToolAsk::arguments>("arguments", "never redacted").object().as_is(),
    required<&HostToolAsk::timeout_seconds>("timeoutSeconds"),
    required<&HostToolAsk::call>("call", "its id").as_name());
template<>
inline constexpr auto declared<FormAsk> = table({"FormAsk", "form"},
    required<&FormAsk::server>("server", "an MCP server").as_name(),
    required<&FormAsk::message>("message").as_question(),
    required<&FormAsk::schema>("schema", "of the answer: an object without nested ones")
        .object()
        .as_question(),
    optional<&FormAsk::secrets>("secrets", "fields that look like secrets").as_name());
template<>
inline constexpr auto declared<OpenUrlAsk> = table({"OpenUrlAsk", "open-url"},
    required<&OpenUrlAsk::server>("server", "an MCP server").as_name(),
    required<&OpenUrlAsk::message>("message").as_question(),
    required<&OpenUrlAsk::host>("host", "of the URL").as_is(),
    required<&OpenUrlAsk::url>("url", "to be opened in a browser after a yes").as_is(),
    optional<&OpenUrlAsk::warnings>("warnings", "about the host").as_is(),
    optional<&OpenUrlAsk::opened>("opened", "it was accepted before: accept when done"),
    optional<&OpenUrlAsk::purpose>("purpose", "`sign-in` of agentcli at the server").as_is());
template<>
inline constexpr auto declared<Ask> = table({"AskEvent", "ask", "A question to the host."},
    required<&Ask::id>("id").as_is(), fields_of<&Ask::about>());

template<>
inline constexpr auto declared<Waiting> = table(
    {"WaitingEvent", "waiting",
        "Nothing is under way but these asks; sent again after each change."},
    required<&Waiting::asks>("asks", "their ids").as_is());

template<>
inline constexpr auto declared<StepResult> = table({"StepResult"},
    required<&StepResult::status>("status").as_is(), optional<&StepResult::exit_code>("exitCode"),
    required<&StepResult::duration_ms>("durationMs"), required<&StepResult::attempts>("attempts"),
    optional<&StepResult::error>("error").large());
template<>
inline constexpr auto declared<StepBegins> = table({"StepBegins", "begins"});
template<>
inline constexpr auto declared<StepEnds> = table(
    {"StepEnds", "ends"}, fields_of<&StepEnds::result>());
template<>
inline constexpr auto declared<StepKept> = table(
    {"StepKept", "kept"}, fields_of<&StepKept::result>());
template<>
inline constexpr auto declared<StepRetries> = table({"StepRetries", "retries"},
    required<&StepRetries::pause_ms>("pauseMs"), fields_of<&StepRetries::result>());
template<>
inline constexpr auto declared<Step> = table({"StepEvent", "step", "A step of a workflow."},
    required<&Step::path>("path").as_name(), fields_of<&Step::state>());

template<>
inline constexpr auto declared<EndedStep> = table({"EndedStep"},
    required<&EndedStep::id>("id", "its path").as_name(), fields_of<&EndedStep::result>());
template<>
inline constexpr auto declared<WorkflowBegins> = table({"WorkflowBegins", "begins"},
    required<&WorkflowBegins::workflow>("workflow").as_name(),
    required<&WorkflowBegins::run_id>("runId").as_name());
template<>
inline constexpr auto declared<WorkflowEnds> = table({"WorkflowEnds", "ends"},
    required<&WorkflowEnds::workflow>("workflow").as_name(),
    required<&WorkflowEnds::run_id>("runId").as_name(),
    required<&WorkflowEnds::exit_reason>("exitReason").as_is(),
    required<&WorkflowEnds::exit_status>("exitStatus"),
    required<&WorkflowEnds::output>("output").large(),
    required<&WorkflowEnds::outputs>("outputs", "by name").object().large(),
    required<&WorkflowEnds::steps>("steps").large(), required<&WorkflowEnds::resumed>("resumed"),
    optional<&WorkflowEnds::error>("error").large());
template<>
inline constexpr auto declared<Workflow> = table(
    {"WorkflowEvent", "workflow", "The run of a workflow."}, fields_of<&Workflow::state>());

template<>
inline constexpr auto declared<End> = table(
    {"EndEvent", "end", "The last event of a stream of agentcli serve."},
    required<&End::run>("run").large());

template<class Word>
static std::string_view word(Word value)
{
    const auto at = static_cast<std::size_t>(value);
    return at < words_of<Word>.size() ? words_of<Word>[at] : "other";
}

std::string_view word_of(Approve value) { return word(value); }
std::string_view word_of(AskedState value) { return word(value); }
std::string_view word_of(AskedVerdict value) { return word(value); }
std::string_view word_of(Action value) { return word(value); }

const Type& events() { return type_of<Event>; }

}
