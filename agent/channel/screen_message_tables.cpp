#include "agent/channel/message_tables.hpp"
#include "agent/channel/screen_messages.hpp"
#include "agent/channel/tables.hpp"

namespace agent::channel {

template<>
inline constexpr std::array<std::string_view, 4> words_of<Completed> {
    "path", "command", "argument", "shell"};

static constexpr std::size_t max_typed = 65536;

template<>
inline constexpr auto declared<ScreenSay> = table({"ScreenSay", "say"},
    fields_of<&ScreenSay::content>(), context_row<ScreenSay>, when_row<ScreenSay>,
    optional<&ScreenSay::mentions>("mentions").items(0, 1000).length(0, 4096),
    optional<&ScreenSay::id>("id").length(1, max_id));

template<>
inline constexpr auto declared<TakeBack> = table({"TakeBack", "take-back"});
template<>
inline constexpr auto declared<SlashCommand> = table({"SlashCommand", "command"},
    required<&SlashCommand::line>("line").length(2, max_typed),
    optional<&SlashCommand::id>("id").length(1, max_id));
template<>
inline constexpr auto declared<ShellCommand> = table({"ShellCommand", "run"},
    required<&ShellCommand::command>("command").length(0, max_typed),
    optional<&ShellCommand::tell>("tell"));
template<>
inline constexpr auto declared<Complete> = table({"Complete", "complete"},
    required<&Complete::id>("id").length(1, max_id), required<&Complete::kind>("kind"),
    required<&Complete::text>("text").length(0, max_typed), optional<&Complete::by_key>("byKey"));
template<>
inline constexpr auto declared<EditText> = table({"EditText", "edit"},
    required<&EditText::id>("id").length(1, max_id), required<&EditText::text>("text"));
template<>
inline constexpr auto declared<Suspend> = table({"Suspend", "suspend"});
template<>
inline constexpr auto declared<TerminalLent> = table({"TerminalLent", "terminal-lent"});
template<>
inline constexpr auto declared<PastedPaths> = table({"PastedPaths", "paste"},
    required<&PastedPaths::id>("id").length(1, max_id),
    optional<&PastedPaths::lines>("lines").items(0, 20).length(1, 4096),
    optional<&PastedPaths::words>("words").items(0, 20).length(1, 4096));
template<>
inline constexpr auto declared<PasteImage> = table(
    {"PasteImage", "paste-image"}, required<&PasteImage::id>("id").length(1, max_id));

template<>
inline constexpr std::array<std::string_view, 4> words_of<PickedBy> {
    "enter", "tab", "delete", "view"};
template<>
inline constexpr auto declared<Picked> = table({"Picked", "pick"},
    required<&Picked::id>("id").length(1, max_id), required<&Picked::row>("row"),
    required<&Picked::key>("key"), optional<&Picked::actions>("actions").items(0, 10000));
template<>
inline constexpr auto declared<NextMode> = table({"NextMode", "mode"});

const Type& screen_messages() { return type_of<ScreenMessage>; }

}
