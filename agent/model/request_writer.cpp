#include "agent/model/request_writer.hpp"

#include "agent/model/responses_request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/image.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace agent::model {

using namespace toolkit;

static constexpr std::string_view closing = "]}";

// Returns an id of nine letters and digits: the same for a call and its result, another for any
// other call.
static std::string short_id(const std::string& id)
{
    static constexpr std::size_t size = 9;
    const bool is_short = id.size() == size
        && std::all_of(
            id.begin(), id.end(), [](unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; });
    return is_short ? id : system::sha256(id).substr(0, size);
}

static void shorten_ids(Message& message)
{
    if (!message.call_id.empty())
        message.call_id = short_id(message.call_id);
    for (ToolCall& call : message.calls)
        if (!call.id.empty())
            call.id = short_id(call.id);
}

bool is_silent_call(const Message& message)
{
    return !message.calls.empty() && message.content != Message::Content::parts
        && message.text().empty();
}

static SharedMessage result_of_user(const Message& result)
{
    Message message = text_message(Role::user, "[the result]\n" + result.text());
    for (SharedImage& image : images_of(result)) {
        message.content = Message::Content::parts;
        message.parts.push_back({.kind = Part::Kind::image, .image = std::move(image)});
    }
    return shared(std::move(message));
}

// Returns the message in a form that the model and the template of the server accept: without
// images, and with fewer roles.
static SharedMessage in_known_role(const SharedMessage& given, const MessageFormat& manner)
{
    const Message& message = *given;
    if (manner.no_images && has_images(message))
        return in_known_role(shared(without_images(message, "this model takes no images")), manner);
    if (manner.no_system && message.role == Role::system)
        return shared({.role = Role::user, .content = message.content, .parts = message.parts});
    if (manner.two_roles && message.role == Role::tool)
        return result_of_user(message);
    if (!manner.two_roles || message.calls.empty())
        return given;
    std::string text = message.text();
    for (const ToolCall& call : message.calls)
        text += (text.empty() ? "[calls " : "\n[calls ") + call.name + " with " + call.arguments
            + "]";
    return shared(text_message(Role::assistant, text));
}

// The messages, each in a role that the server accepts, and without the images that exceed the
// limits.
class RequestWriter::InKnownRoles {
public:
    // Reads `shown` at each access. The arguments must outlive the object.
    InKnownRoles(const Messages& given, const MessageFormat& manner, const FirstImage& shown)
        : given(given)
        , manner(manner)
        , shown(shown)
    {
    }

    SharedMessage operator[](std::size_t at) const
    {
        if (at > shown.message || manner.no_images || !has_images(*given[at]))
            return in_known_role(given[at], manner);
        return in_known_role(shared(without_images(*given[at],
                                 "not shown: the conversation has newer images, and too many",
                                 at < shown.message ? SIZE_MAX : shown.image)),
            manner);
    }
    std::size_t size() const { return given.size(); }

private:
    const Messages& given;
    const MessageFormat& manner;
    const FirstImage& shown;
};

// Counts the images of the messages again, from index `from` on.
void RequestWriter::count_images(const Messages& given, std::size_t from)
{
    std::erase_if(placed, [&](const PlacedImage& image) { return image.message >= from; });
    for (std::size_t at = from; at < given.size(); ++at)
        for (const Part& part : given[at]->parts)
            if (part.kind == Part::Kind::image)
                placed.push_back({at, text::bytes_in_url(part.image->url)});
}

// Leaves out images in steps of half the limit, counted from the first image on, so that the
// position stays until the next half is full. The limits are those of Anthropic: 100 images, and 32
// MB with base64.
RequestWriter::FirstImage RequestWriter::first_image() const
{
    static constexpr std::size_t max_images = 100;
    static constexpr std::size_t max_bytes = 22'500'000;
    const auto halves_over = [](std::size_t count, std::size_t max) {
        return count <= max ? 0 : (count - max + max / 2 - 1) / (max / 2);
    };
    std::size_t bytes = 0;
    for (const PlacedImage& image : placed)
        bytes += image.bytes;
    const std::size_t first_byte = halves_over(bytes, max_bytes) * (max_bytes / 2);
    std::size_t first = halves_over(placed.size(), max_images) * (max_images / 2);
    std::size_t before = 0;
    for (std::size_t at = 0; at < placed.size(); before += placed[at++].bytes)
        if (before < first_byte)
            first = std::max(first, at + 1);
    if (first == 0)
        return {};
    if (first == placed.size())
        return {placed.back().message + 1, 0};
    FirstImage result {placed[first].message, 0};
    while (result.image < first && placed[first - result.image - 1].message == result.message)
        ++result.image;
    return result;
}

// Returns the message with a cache mark at its last text: the server caches the request up to
// there. Servers refuse a mark at an empty text, and some at an image.
static Json with_cache_mark(Json message)
{
    static const Json mark {{"type", "ephemeral"}};
    if (!message.contains("content"))
        return message;
    Json& content = message["content"];
    if (content.is_string() && content != "")
        content = Json::array({{{"type", "text"}, {"text", content}, {"cache_control", mark}}});
    else if (content.is_array())
        for (std::size_t at = content.size(); at-- > 0;)
            if (!json::string_member(content[at], "text").empty()) {
                content[at]["cache_control"] = mark;
                break;
            }
    return message;
}

// Marks the last message, until another one follows.
void RequestWriter::mark_last()
{
    if (!manner.cache_marks || manner.wire == Wire::responses || text.size() == opening.size())
        return;
    last_unmarked = text.substr(last_begin);
    const std::size_t comma = last_unmarked.starts_with(',') ? 1 : 0;
    const Json marked = with_cache_mark(Json::parse(last_unmarked.substr(comma)));
    text.resize(last_begin + comma);
    text += marked.dump();
}

bool RequestWriter::has_text_results() const
{
    return manner.wire == Wire::chat_completions || manner.text_results;
}

void RequestWriter::add(const Message& message)
{
    last_begin = text.size();
    Message wanted = message;
    if (wanted.role == Role::tool && has_text_results() && has_images(wanted))
        wanted.set_text(message.text());
    for (const auto& field : manner.unwanted)
        erase_field(wanted, field);
    if (manner.short_ids)
        shorten_ids(wanted);
    if (manner.no_text != NoText::as_it_came && is_silent_call(wanted)) {
        wanted.set_no_text();
        if (manner.no_text == NoText::empty)
            wanted.set_text("");
    }
    if (manner.wire == Wire::responses) {
        for (const Json& item : items_of(wanted, manner.origin))
            text += (std::exchange(is_first, false) ? "" : ",") + item.dump();
        return;
    }
    erase_field(wanted, reasoning_items_field);
    Json json = message_json(wanted);
    if (manner.cache_marks && wanted.role == Role::system && !std::exchange(has_system, true))
        json = with_cache_mark(std::move(json));
    text += (std::exchange(is_first, false) ? "" : ",") + json.dump();
}

// Writes a message with calls and the results after it as one message for each call, followed by
// its result. Returns how many of the given messages that are.
std::size_t RequestWriter::add_one_by_one(const InKnownRoles& messages, std::size_t at)
{
    std::size_t count = 1;
    while (at + count < messages.size() && messages[at + count]->role == Role::tool)
        ++count;
    Message message = *messages[at];
    for (const ToolCall& call : std::exchange(message.calls, {})) {
        message.calls = {call};
        add(message);
        for (std::size_t index = at + 1; index < at + count; ++index)
            if (const SharedMessage result = messages[index]; result->call_id == call.id)
                add(*result);
        message = {.role = Role::assistant, .content = Message::Content::null}; // sent already
    }
    return count;
}

// Returns a description of the call with this id, such as "fs_read_file {"path":"a.png"}".
static std::string words_about_call(const Message& caller, const std::string& id)
{
    constexpr std::size_t max_arguments = 100;
    const auto call = std::find_if(caller.calls.begin(), caller.calls.end(),
        [&](const ToolCall& one) { return one.id == id; });
    return call == caller.calls.end()
        ? "a call"
        : call->name + " " + text::shortened(call->arguments, max_arguments);
}

namespace {

// Writes the images of results in messages of the user that name the calls, with no more images in
// each than a message may have. Each is preceded by a message of the assistant, since templates
// require one after the results of tools and between two messages of the user.
class ImagesOfResults {
public:
    explicit ImagesOfResults(std::function<void(const Message&)> write)
        : write(std::move(write))
    {
    }

    void add(const std::string& call, const Message& result)
    {
        bool is_named = false;
        for (SharedImage& image : images_of(result)) {
            const std::size_t bytes = text::bytes_in_url(image->url);
            if (!count.add(bytes).empty()) {
                end();
                count.add(bytes);
                is_named = false;
            }
            if (!std::exchange(is_named, true))
                text += (text.empty() ? "[The images of the results of " : "; ") + call;
            images.push_back(std::move(image));
        }
    }

    void end()
    {
        if (images.empty())
            return;
        write(text_message(Role::assistant,
            has_written ? "[More images follow.]" : "[The images of these results follow.]"));
        has_written = true;
        Message message = text_message(Role::user, std::exchange(text, {}) + "]");
        message.content = Message::Content::parts;
        for (SharedImage& image : std::exchange(images, {}))
            message.parts.push_back({.kind = Part::Kind::image, .image = std::move(image)});
        count = {};
        write(message);
    }

private:
    std::function<void(const Message&)> write;
    std::string text;
    std::vector<SharedImage> images;
    text::ImageCount count; // of `images`
    bool has_written = false;
};

}

// Adds the images of the results directly before `after`, if results can only be texts.
void RequestWriter::add_images_before(const InKnownRoles& messages, std::size_t after)
{
    std::size_t begin = after;
    while (begin > 0 && messages[begin - 1]->role == Role::tool)
        --begin;
    if (!has_text_results() || begin == after || begin == 0)
        return;
    ImagesOfResults images([this](const Message& message) { add(message); });
    for (const SharedMessage caller = messages[begin - 1]; begin < after; ++begin)
        if (const SharedMessage result = messages[begin]; has_images(*result))
            images.add(words_about_call(*caller, result->call_id), *result);
    images.end();
}

// True if both are prompts of the same user, so that the first one got no answer.
static bool goes_on_with(const Message& first, const Message& second)
{
    return first.role == Role::user && second.role == Role::user
        && field_of(first, "name") == field_of(second, "name");
}

static bool has_text(const Message& message) { return message.content == Message::Content::text; }

static bool have_same_content(const Message& left, const Message& right)
{
    return has_text(left) && has_text(right) ? left.text() == right.text()
                                             : content_json(left) == content_json(right);
}

static void append_content(Message& message, const Message& more)
{
    if (has_text(message) && has_text(more)) {
        message.append_text("\n\n"); // in place, since a history may have many of these messages
        return message.append_text(more.text());
    }
    message.content = Message::Content::parts;
    message.parts.insert(message.parts.end(), more.parts.begin(), more.parts.end());
}

// Adds the images of the message to `count`. Returns false and leaves `count` unchanged if one
// message cannot hold them as well.
static bool add_images(text::ImageCount& count, const Message& message)
{
    text::ImageCount more = count;
    for (const Part& part : message.parts)
        if (part.kind == Part::Kind::image
            && !more.add(text::bytes_in_url(part.image->url)).empty())
            return false;
    count = more;
    return true;
}

// Writes consecutive messages of the user as one message, or as few as can hold their images.
// Returns how many messages they were.
std::size_t RequestWriter::add_prompts(const InKnownRoles& messages, std::size_t at)
{
    const Message filler
        = text_message(Role::assistant, "[The next message came before an answer.]");
    if (at > 0 && messages[at - 1]->role == Role::tool)
        add(filler);
    Message whole = *messages[at];
    text::ImageCount images;
    add_images(images, whole);
    SharedMessage before = messages[at];
    std::size_t after = at + 1;
    for (; after < messages.size(); ++after) {
        const SharedMessage next = messages[after];
        if (!goes_on_with(whole, *next))
            break;
        if (have_same_content(*before, *next))
            continue;
        before = next;
        if (add_images(images, *next)) {
            append_content(whole, *next);
            continue;
        }
        add(whole);
        add(filler);
        whole = *next;
        images = {};
        add_images(images, whole);
    }
    add(whole);
    return after - at;
}

// True if these messages begin with those that were written, unchanged.
bool RequestWriter::goes_on(const InKnownRoles& messages) const
{
    if (known == 0 || known > messages.size() || !are_equal(messages[known - 1], last))
        return false;
    if (known == messages.size())
        return true;
    // Images of the results may have been written in between.
    const SharedMessage next = messages[known];
    return !goes_on_with(*last, *next) && (last->role != Role::tool || next->role != Role::tool);
}

const std::string& RequestWriter::write(
    const Json& request, const Messages& given, const MessageFormat& wanted)
{
    const InKnownRoles messages(given, wanted, shown);
    std::string wanted_opening = request.dump();
    wanted_opening.back() = ','; // replaces the closing brace
    wanted_opening += wanted.wire == Wire::responses ? "\"input\":[" : "\"messages\":[";
    const bool is_known = wanted == manner && wanted_opening == opening && goes_on(messages);
    count_images(given, is_known ? known : 0);
    const FirstImage before = std::exchange(shown, first_image());
    if (is_known && shown == before) {
        text.resize(text.size() - closing.size());
        if (!last_unmarked.empty())
            text.replace(last_begin, std::string::npos, std::exchange(last_unmarked, {}));
    } else {
        manner = wanted;
        opening = std::move(wanted_opening);
        text = opening;
        known = 0;
        is_first = true;
        has_system = false;
        last_unmarked.clear();
    }
    while (known < messages.size()) {
        const SharedMessage next = messages[known];
        if (manner.single_calls && next->calls.size() > 1) {
            known += add_one_by_one(messages, known);
        } else if (next->role == Role::user) {
            known += add_prompts(messages, known);
        } else {
            add(*next);
            ++known;
        }
        if (known == messages.size() || messages[known]->role != Role::tool)
            add_images_before(messages, known);
    }
    if (known > 0)
        last = messages[known - 1];
    mark_last();
    return text += closing;
}

}
