#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace runner::terminal {

// An action of a chat: its name in the user's config, and the key that always triggers it.
struct KeyAction {
    std::string_view name;
    std::string_view key;
};

inline constexpr std::array key_actions {KeyAction {"edit", "ctrl-g"}, KeyAction {"show", "ctrl-o"},
    KeyAction {"search", "ctrl-r"}, KeyAction {"mode", "shift-tab"}, KeyAction {"undo", "ctrl-_"},
    KeyAction {"redraw", "ctrl-l"}, KeyAction {"suspend", "ctrl-z"},
    KeyAction {"newline", "ctrl-j"}, KeyAction {"begin", "ctrl-a"}, KeyAction {"end", "ctrl-e"},
    KeyAction {"previous-word", "alt-b"}, KeyAction {"next-word", "alt-f"},
    KeyAction {"delete-word", "ctrl-w"}, KeyAction {"delete-to-begin", "ctrl-u"},
    KeyAction {"delete-to-end", "ctrl-k"}, KeyAction {"insert-deleted", "ctrl-y"},
    KeyAction {"paste-image", "ctrl-v"}};

// Returns the action of this name; nullopt if there is none.
std::optional<KeyAction> key_action_named(std::string_view name);

// Returns true for "ctrl-LETTER" and "alt-LETTER". Keys that stop or end the chat (Ctrl-C, Ctrl-D),
// and those that a terminal reports like others (Ctrl-H, I, J, M), cannot be chosen.
bool can_choose_key(std::string_view key);

}
