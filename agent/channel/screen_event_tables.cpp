#include "agent/channel/event_tables.hpp"
#include "agent/channel/screen_events.hpp"
#include "agent/channel/tables.hpp"

namespace agent::channel {

template<>
inline constexpr std::string_view tag_of<decltype(ChatAsk::about)> = "kind";

template<>
inline constexpr std::array<std::string_view, 3> words_of<SubjectForm> {"words", "path", "quoted"};
template<>
inline constexpr std::array<std::string_view, 5> words_of<FactRole> {
    "plain", "error", "added", "removed", "kept"};
template<>
inline constexpr std::array<std::string_view, 7> words_of<LineRole> {
    "output", "reason", "added", "removed", "same", "gap", "name"};
template<>
inline constexpr auto declared<SubjectPart> = table(
    {"SubjectPart"}, required<&SubjectPart::text>("text"), optional<&SubjectPart::form>("form"));
template<>
inline constexpr auto declared<Fact> = table({"Fact"}, required<&Fact::text>("text"),
    optional<&Fact::role>("role"), optional<&Fact::brief>("brief"));
template<>
inline constexpr auto declared<DisplayLine> = table({"DisplayLine"},
    required<&DisplayLine::text>("text"), optional<&DisplayLine::role>("role"),
    optional<&DisplayLine::number>("number"));
template<>
inline constexpr auto declared<Display> = table({"Display"}, required<&Display::verb>("verb"),
    optional<&Display::subject>("subject"), optional<&Display::facts>("facts"),
    optional<&Display::lines>("lines"), optional<&Display::left_out>("leftOut"),
    optional<&Display::is_tail>("tail"), optional<&Display::has_failed>("failed"));

template<>
inline constexpr auto declared<Look> = table({"Look"}, required<&Look::colour>("colour"),
    required<&Look::colours>("colours").as_is(), optional<&Look::keys>("keys").as_is(),
    required<&Look::notify>("notify").as_is(), required<&Look::title>("title"),
    required<&Look::tmux>("tmux"), required<&Look::reflows>("reflows"),
    optional<&Look::links>("links"), required<&Look::directory>("directory"),
    required<&Look::verbose>("verbose"), optional<&Look::keyboard>("keyboard"),
    optional<&Look::pictures>("pictures").as_is());
template<>
inline constexpr auto declared<ChatHello> = table({"ChatHello", "hello"},
    required<&ChatHello::channel>("channel"), required<&ChatHello::version>("version").as_is(),
    required<&ChatHello::tools>("tools").as_name().large(),
    required<&ChatHello::model>("model").as_name(),
    required<&ChatHello::context_window>("contextWindow"), required<&ChatHello::approve>("approve"),
    required<&ChatHello::look>("look"), optional<&ChatHello::history>("history").large(),
    optional<&ChatHello::server>("endpoint"), optional<&ChatHello::session>("session"),
    optional<&ChatHello::directory>("directory"), optional<&ChatHello::branch>("branch").as_name(),
    optional<&ChatHello::facts>("facts").as_is(),
    optional<&ChatHello::earlier>("earlier").as_name(),
    optional<&ChatHello::warnings>("warnings").as_is());
template<>
inline constexpr auto declared<ChatRun> = table(
    {"ChatRun", "run"}, required<&ChatRun::tools>("tools").as_name().large());

template<>
inline constexpr auto declared<ChatSaid> = table({"ChatSaid", "said"},
    required<&ChatSaid::state>("state"), optional<&ChatSaid::text>("text").large(),
    optional<&ChatSaid::past>("past"), optional<&ChatSaid::next>("next"));
template<>
inline constexpr auto declared<ChatMessage> = table({"ChatMessage", "message"},
    optional<&ChatMessage::step>("step"), required<&ChatMessage::message>("message").large(),
    optional<&ChatMessage::finish_reason>("finishReason").as_name(),
    optional<&ChatMessage::past>("past"));
template<>
inline constexpr auto declared<ChatUsage> = table({"ChatUsage", "usage"},
    optional<&ChatUsage::step>("step"), required<&ChatUsage::usage>("usage").large(),
    optional<&ChatUsage::cost>("cost"), optional<&ChatUsage::nested>("nested"));
template<>
inline constexpr auto declared<ChatCall> = table({"ChatCall", "call"},
    required<&ChatCall::id>("id").as_name(), required<&ChatCall::tool>("tool").as_name(),
    optional<&ChatCall::by>("by").as_is(), optional<&ChatCall::edited>("edited"),
    optional<&ChatCall::waits>("waits"), required<&ChatCall::display>("display").large());
template<>
inline constexpr auto declared<ChatResult> = table({"ChatResult", "result"},
    required<&ChatResult::id>("id").as_name(), required<&ChatResult::tool>("tool").as_name(),
    optional<&ChatResult::by>("by").as_is(), optional<&ChatResult::code>("code").as_name(),
    optional<&ChatResult::ms>("ms"), optional<&ChatResult::output>("output").large(),
    optional<&ChatResult::exit>("exit"), required<&ChatResult::display>("display").large());

template<>
inline constexpr auto declared<ToldEffect> = table({"ToldEffect"},
    required<&ToldEffect::text>("text").as_question(), optional<&ToldEffect::warns>("warns"));
template<>
inline constexpr auto declared<ChatApproval> = table({"ChatApproval", "approval"},
    required<&ChatApproval::tool>("tool").as_question(),
    required<&ChatApproval::arguments>("arguments").as_question(),
    required<&ChatApproval::changes_files>("changesFiles"),
    optional<&ChatApproval::effects>("effects").as_question(),
    optional<&ChatApproval::dry_run>("dryRun").as_question(),
    optional<&ChatApproval::editable>("editable"),
    optional<&ChatApproval::repeatable>("repeatable"), optional<&ChatApproval::message>("message"),
    optional<&ChatApproval::call>("call").as_name(),
    optional<&ChatApproval::agent>("agent").as_name(), optional<&ChatApproval::edited>("edited"),
    optional<&ChatApproval::of>("of"), optional<&ChatApproval::count>("count"),
    optional<&ChatApproval::changed>("changed"),
    optional<&ChatApproval::problem>("problem").as_question(),
    optional<&ChatApproval::draft>("draft").as_question(), optional<&ChatApproval::rules>("rules"),
    optional<&ChatApproval::may_store>("mayStore"),
    optional<&ChatApproval::display>("display").as_question(),
    optional<&ChatApproval::shows_change>("showsChange"), optional<&ChatApproval::told>("told"),
    optional<&ChatApproval::accepts_edits>("acceptsEdits"),
    optional<&ChatApproval::no_prefix>("noPrefix"));
template<>
inline constexpr auto declared<ChatQuestion> = table({"ChatQuestion", "question"},
    optional<&ChatQuestion::type>("type"),
    required<&ChatQuestion::message>("message").as_question(),
    optional<&ChatQuestion::choices>("choices").as_question(),
    optional<&ChatQuestion::preset>("default"), optional<&ChatQuestion::secret>("secret"));
template<>
inline constexpr auto declared<PickAction> = table({"PickAction"},
    required<&PickAction::name>("name").as_is(), optional<&PickAction::note>("note").as_question(),
    optional<&PickAction::warns>("warns"), optional<&PickAction::counts>("counts"));
template<>
inline constexpr auto declared<PickRow> = table({"PickRow"},
    required<&PickRow::cells>("cells").as_question(), optional<&PickRow::actions>("actions"),
    optional<&PickRow::action>("action"), optional<&PickRow::note>("note").as_question(),
    optional<&PickRow::warns>("warns"));
template<>
inline constexpr auto declared<PickKey> = table({"PickKey"},
    required<&PickKey::words>("words").as_is(), required<&PickKey::brief>("brief").as_is(),
    optional<&PickKey::plain>("plain").as_is());
template<>
inline constexpr auto declared<ChatPick> = table({"ChatPick", "pick"},
    optional<&ChatPick::title>("title").as_question(), required<&ChatPick::rows>("rows"),
    optional<&ChatPick::row>("row"), optional<&ChatPick::notes>("notes").as_question(),
    optional<&ChatPick::name>("name"), optional<&ChatPick::is_path>("isPath"),
    optional<&ChatPick::spreads>("spreads"), optional<&ChatPick::filters>("filters"),
    optional<&ChatPick::changes_files>("changesFiles"), optional<&ChatPick::enter>("enter"),
    optional<&ChatPick::tab>("tab"), optional<&ChatPick::remove>("delete"),
    optional<&ChatPick::view>("view"));
template<>
inline constexpr auto declared<ChatAsk> = table(
    {"ChatAsk", "ask"}, required<&ChatAsk::id>("id").as_is(), fields_of<&ChatAsk::about>());

template<>
inline constexpr auto declared<Ready> = table({"Ready", "ready"});
template<>
inline constexpr auto declared<Continued> = table({"Continued", "continued"});
template<>
inline constexpr auto declared<LendTerminal> = table({"LendTerminal", "lend-terminal"});

template<>
inline constexpr auto declared<CompletedCommand> = table({"CompletedCommand"},
    required<&CompletedCommand::text>("text"), required<&CompletedCommand::summary>("summary"),
    optional<&CompletedCommand::partial>("partial"), optional<&CompletedCommand::usage>("usage"),
    optional<&CompletedCommand::needs_words>("needsWords"));
template<>
inline constexpr auto declared<Completions> = table({"Completions"},
    required<&Completions::items>("items").large(), optional<&Completions::total>("total"),
    optional<&Completions::more>("more"), optional<&Completions::note>("note").as_is());
// Not redacted, because the operator typed the text.
template<>
inline constexpr auto declared<EditedText> = table({"EditedText"},
    required<&EditedText::edited>("edited").or_null().as_is().large(),
    optional<&EditedText::text>("text").as_is().large(),
    optional<&EditedText::hint>("hint").as_is().large());
template<>
inline constexpr auto declared<ReplyText> = table({"ReplyText"},
    required<&ReplyText::text>("text").large(), optional<&ReplyText::form>("form").as_is());
template<>
inline constexpr auto declared<PastedImages> = table({"PastedImages"},
    required<&PastedImages::images>("images").as_is(),
    optional<&PastedImages::problem>("problem").as_is());
template<>
inline constexpr auto declared<Reply> = table(
    {"Reply", "reply"}, optional<&Reply::id>("id").as_is(), fields_of<&Reply::content>());

template<>
inline constexpr auto declared<Copy> = table(
    {"Copy", "copy"}, required<&Copy::text>("text").large());
template<>
inline constexpr auto declared<Meters> = table({"Meters", "meters"},
    required<&Meters::model>("model").as_name(), required<&Meters::approve>("approve"),
    required<&Meters::session>("session"), required<&Meters::context_window>("contextWindow"),
    optional<&Meters::context_tokens>("contextTokens"),
    optional<&Meters::branch>("branch").as_name(), optional<&Meters::servers>("servers").as_name(),
    optional<&Meters::failed_servers>("failedServers"),
    optional<&Meters::background>("background"));
template<>
inline constexpr auto declared<ChatProgress> = table({"ChatProgress", "progress"},
    required<&ChatProgress::id>("id").as_name(), optional<&ChatProgress::begins>("begins"),
    required<&ChatProgress::lines>("lines").large(), optional<&ChatProgress::total>("total"),
    optional<&ChatProgress::calls>("calls"), optional<&ChatProgress::doing>("doing").as_name());
template<>
inline constexpr auto declared<ChatWriting> = table({"ChatWriting", "writing"},
    optional<&ChatWriting::path>("path").as_name(), required<&ChatWriting::lines>("lines"));
template<>
inline constexpr std::array<std::string_view, 4> words_of<RetryCause> {
    "status", "loading", "cut", "no-answer"};
template<>
inline constexpr auto declared<ChatRetry> = table({"ChatRetry", "retry"},
    required<&ChatRetry::cause>("cause"), optional<&ChatRetry::status>("status"),
    required<&ChatRetry::host>("host").as_name(), required<&ChatRetry::ms>("ms"),
    optional<&ChatRetry::attempt>("attempt"), optional<&ChatRetry::attempts>("attempts"));
template<>
inline constexpr auto declared<ChatImage> = table({"ChatImage", "image"},
    required<&ChatImage::name>("name").as_name(), required<&ChatImage::width>("width"),
    required<&ChatImage::height>("height"), required<&ChatImage::bytes>("bytes"),
    optional<&ChatImage::of_result>("ofResult"),
    optional<&ChatImage::base64>("base64").as_is().large());
template<>
inline constexpr auto declared<ChatTasks> = table({"ChatTasks", "tasks"},
    required<&ChatTasks::done>("done"), required<&ChatTasks::count>("count"),
    optional<&ChatTasks::active>("active").as_name());

const Type& screen_events() { return type_of<ScreenEvent>; }

}
