#include "runner/terminal/key_choice.hpp"

#include <algorithm>

namespace runner::terminal {

std::optional<KeyAction> key_action_named(std::string_view name)
{
    const auto* const found = std::find_if(key_actions.begin(), key_actions.end(),
        [&](const KeyAction& action) { return action.name == name; });
    return found == key_actions.end() ? std::nullopt : std::optional(*found);
}

bool can_choose_key(std::string_view key)
{
    constexpr std::string_view control = "ctrl-";
    constexpr std::string_view alt = "alt-";
    const bool has_control = key.starts_with(control);
    if (!has_control && !key.starts_with(alt))
        return false;
    key.remove_prefix(has_control ? control.size() : alt.size());
    const bool is_letter = key.size() == 1 && key.front() >= 'a' && key.front() <= 'z';
    return is_letter && !(has_control && key.find_first_of("cdhijm") == 0);
}

}
