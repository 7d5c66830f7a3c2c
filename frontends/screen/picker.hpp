#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "frontends/screen/input.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/list_rows.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace agent;

// A list of the engine that is open above the input, and takes all keys. A paste chooses nothing.
// If the choice changes files, it counts only 500 ms after the list was shown, so that the operator
// has read it.
class Picker {
public:
    // `now` is the time at which it is shown.
    Picker(std::string id, channel::ChatPick given, Moment now);

    const std::string& id() const { return ask; }

    // Must be called when the list is shown again after something that had covered it.
    void show_again(Moment now) { since = now; }

    // Applies a key. Returns the message that ends the list.
    std::optional<channel::ScreenMessage> key(const Key& key, Moment now);

    // Returns the message that closes the list without a choice.
    channel::ScreenMessage closed() const;

    // Returns what was typed to filter the rows.
    const Draft& typed() const { return filter.draft; }

    // True if the input shows what is typed for the list.
    bool filters() const { return list.filters; }

    // Returns the title, at most `most` rows, the notes and the line of the keys; at most `room`
    // lines.
    Lines lines(
        std::size_t columns, std::size_t most, std::size_t room, const Palette& palette) const;

    // Returns the chosen row and the keys for a window that has no room for lists.
    Line brief_line(std::size_t columns, const Palette& palette) const;

private:
    bool move_by(const Key& key);
    void move(std::ptrdiff_t by, bool wraps);
    void choose_action(std::ptrdiff_t by);
    void find();
    void update_row(std::size_t index);
    bool edit(const Key& key, Moment now);
    std::optional<channel::ScreenMessage> picked(
        channel::PickedBy key, const std::optional<channel::PickKey>& is_offered, Moment now);
    SafeText words_of(const channel::PickKey& key, bool is_brief) const;
    Line keys_line(std::size_t columns, std::size_t shown, const Palette& palette) const;
    SafeText position(std::size_t shown, bool is_brief) const;

    std::string ask;
    channel::ChatPick list;
    std::vector<ListRow> rows; // rows of `list`
    std::vector<std::size_t> found; // indexes of the rows that contain the words
    std::size_t at = 0; // index of the selected row in `found`
    Input filter;
    Moment since;
    std::optional<Moment> last_paste;
    std::string hint;
};

}
