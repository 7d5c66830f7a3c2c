// Images that the operator pastes, and the lines of images that were sent.

#include "frontends/screen/characters.hpp"
#include "frontends/screen/list_rows.hpp"
#include "frontends/screen/pasted_paths.hpp"
#include "frontends/screen/screen.hpp"
#include "frontends/screen/values.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

// Asks the engine, which reads the files, whether a paste into a message names images.
void Screen::ask_about_paste(const std::string& text)
{
    static constexpr std::size_t max_asked = 100;
    const bool is_command = input.draft.begins_typed("!")
        || (input.draft.begins_typed("/") && !input.draft.begins_typed("//"));
    if (is_command || asked_pastes.size() == max_asked)
        return;
    channel::PastedPaths paths = paths_in_paste(text);
    if (paths.lines.empty() && paths.words.empty())
        return;
    paths.id = new_request();
    asked_pastes[paths.id] = text;
    send(paths);
}

// Puts mentions of the images in the place of the paste, unless it was changed or sent meanwhile;
// that of the clipboard at the cursor.
void Screen::insert_images(
    const std::optional<std::string>& id, const channel::PastedImages& pasted, Moment now)
{
    std::string mentions;
    for (const std::string& name : pasted.images) {
        const std::string quote = name.find(' ') == std::string::npos ? "" : "\"";
        mentions += (mentions.empty() ? "@" : " @") + quote + name + quote;
    }
    if (const auto asked = asked_pastes.find(id.value_or("")); asked != asked_pastes.end()) {
        const std::string text = std::move(asked->second);
        asked_pastes.erase(asked);
        return mentions.empty() ? void() : input.replace_paste(text, mentions);
    }
    hint = pasted.problem;
    hint_until = now + std::chrono::seconds(5);
    if (!mentions.empty())
        input.insert_word(mentions);
}

static std::size_t at_least_zero(std::int64_t value)
{
    return static_cast<std::size_t>(std::max<std::int64_t>(value, 0));
}

void Screen::put_image(const channel::ChatImage& image)
{
    const std::size_t width = at_least_zero(image.width);
    const std::size_t height = at_least_zero(image.height);
    const SafeText facts = SafeText(" · ") + number_text(width) + "x" + number_text(height) + " · "
        + bytes_text(at_least_zero(image.bytes));
    const SafeText word = "image ";
    const std::size_t used = max_columns_of(word.bytes() + facts.bytes()) + 1;
    const SafeText name = without_beginning(
        strict(image.name), terminal.columns - std::min(terminal.columns, used));
    Lines lines;
    if (auto picture
        = Picture::of({image.base64, width, height}, pictures, terminal.columns, terminal.rows)) {
        lines.emplace_back();
        lines.back().picture = std::move(picture);
    }
    lines.push_back(cut({word + name + facts, colours.of(Role::dim)}, terminal.columns));
    transcript.end_text(terminal.columns);
    transcript.put(
        image.of_result ? Transcript::Kind::call : Transcript::Kind::note, std::move(lines));
}

}
