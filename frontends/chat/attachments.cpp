#include "frontends/chat/attachments.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/image.hpp"

#include <charconv>
#include <optional>
#include <set>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

static constexpr std::int64_t max_mentioned_lines = 2000;
static constexpr std::size_t max_mentioned_bytes = 50 << 10;
static constexpr std::size_t max_attached_bytes = 200 << 10;

// Parses a number of 1 or more.
static std::optional<std::int64_t> line_number(std::string_view digits)
{
    std::int64_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [after, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || after != end || number < 1)
        return std::nullopt;
    return number;
}

Mention mention_of(const std::string& name)
{
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos || colon == 0)
        return {name};
    const std::string_view range = std::string_view(name).substr(colon + 1);
    const std::size_t dash = range.find('-');
    const auto first = line_number(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : line_number(range.substr(dash + 1));
    if (!first || !last || *last < *first)
        return {name};
    return {name.substr(0, colon), *first, *last};
}

namespace {

// Reads the content that one message mentions.
class Reader {
public:
    Reader(OperatorCalls& tools, const std::function<void(const std::string&)>& note,
        const OwnImage& own_image)
        : tools(tools)
        , note(note)
        , own_image(own_image)
    {
    }

    void read(const std::string& name)
    {
        if (read_own_image(name))
            return;
        const Mention mention = mention_of(name);
        if (!read_file(mention, name) && mention.path != name)
            read_file({name}, name);
        if (!problem.empty())
            note("@" + name + " is not attached: " + problem);
        problem.clear();
    }

    Attachments take() { return {std::move(contents), std::move(images), std::move(names)}; }

private:
    // Returns false if the name is not that of an image outside the workspace.
    bool read_own_image(const std::string& name)
    try {
        const model::SharedImage image = own_image(name);
        if (image)
            add_image(image, name,
                {{"mimeType", image->type}, {"sizeBytes", image->bytes}, {"sha256", image->sha256},
                    {"width", image->size.width}, {"height", image->size.height}});
        return image != nullptr;
    } catch (const ToolError& error) {
        note("@" + name + " is not attached: " + error.message);
        return true;
    }

    // Returns false if there is no such file or directory.
    bool read_file(const Mention& mention, const std::string& name)
    {
        const std::int64_t most = mention.first_line + max_mentioned_lines - 1;
        const std::int64_t last = mention.last_line == 0 ? most : std::min(mention.last_line, most);
        const calls::ToolAnswer answer = tools.call(OperatorCalls::Role::read,
            {{"path", mention.path}, {"startLine", mention.first_line}, {"endLine", last},
                {"maxBytes", max_mentioned_bytes}});
        const Json told = answer_of_tool(answer.content);
        problem.clear();
        if (answer.code == "NOT_A_FILE")
            return list_directory(mention.path, name);
        if (answer.code == "UNSUPPORTED" && mention.last_line == 0 && read_image(mention.path))
            return true;
        if (!answer.code.empty()) {
            problem = json::string_member(told, "error");
            return answer.code != "NOT_FOUND";
        }
        add_file(mention, name, told);
        return true;
    }

    // Returns false if the file is not an image, or too large.
    bool read_image(const std::string& path)
    {
        const calls::ToolAnswer answer = tools.call(OperatorCalls::Role::read, {{"path", path}});
        if (answer.images.empty())
            return false;
        add_image(answer.images.front(), path, answer_of_tool(answer.content));
        return true;
    }

    void add_image(const model::SharedImage& image, const std::string& name, Json facts)
    {
        if (const std::string why = image_count.add(image->bytes); !why.empty())
            return note("@" + name + " is left out: " + why);
        facts["image"] = name;
        contents.push_back(std::move(facts));
        images.push_back(image);
        names.push_back(name);
    }

    void add_file(const Mention& mention, const std::string& name, const Json& told)
    {
        const Json& content = json::member(told, "content");
        if (!content.is_string()) {
            problem = "it is not text";
            return;
        }
        const Json& end = json::member(told, "endLine");
        const bool is_whole = json::member(told, "eof") == true
            || (mention.last_line > 0 && end.is_number() && end >= mention.last_line);
        const bool is_added
            = add({{"file", mention.path}, {"startLine", json::member(told, "startLine")},
                      {"endLine", end}, {"eof", json::member(told, "eof") == true},
                      {"sha256", system::sha256(content.get<std::string>())}, {"content", content}},
                name);
        if (is_added && !is_whole)
            note("@" + name + ": lines " + json::member(told, "startLine").dump() + " to "
                + end.dump() + " are sent; the rest is left out");
    }

    bool list_directory(const std::string& path, const std::string& name)
    {
        const calls::ToolAnswer answer
            = tools.call(OperatorCalls::Role::list, {{"path", path}, {"details", false}});
        const Json told = answer_of_tool(answer.content);
        if (!answer.code.empty()) {
            problem = json::string_member(told, "error");
            return true;
        }
        Json names = Json::array();
        std::size_t bytes = 0;
        bool is_whole = json::member(told, "truncated") != true;
        for (const Json& entry : json::member(told, "paths")) {
            bytes += entry.dump(-1, ' ', false, Json::error_handler_t::replace).size() + 1;
            if (bytes > max_mentioned_bytes)
                is_whole = false;
            else
                names.push_back(entry);
        }
        const std::size_t count = names.size();
        if (add({{"directory", path}, {"entries", std::move(names)}, {"complete", is_whole}}, name)
            && !is_whole)
            note("@" + name + ": " + std::to_string(count)
                + " entries are sent; the rest is left out");
        return true;
    }

    bool add(Json content, const std::string& name)
    {
        const std::size_t size
            = content.dump(-1, ' ', false, Json::error_handler_t::replace).size();
        if (total + size > max_attached_bytes) {
            note("@" + name + " is left out: a message takes at most 200 KiB");
            return false;
        }
        total += size;
        contents.push_back(std::move(content));
        return true;
    }

    OperatorCalls& tools;
    const std::function<void(const std::string&)>& note;
    const OwnImage& own_image;
    Json contents = Json::array();
    std::size_t total = 0;
    std::vector<model::SharedImage> images;
    std::vector<std::string> names; // names of the images
    text::ImageCount image_count;
    std::string problem; // why the last one can't be read
};

}

Attachments attachments_of(const std::vector<std::string>& mentions, OperatorCalls& tools,
    const std::function<void(const std::string&)>& note, const OwnImage& own_image)
{
    Reader reader(tools, note, own_image);
    std::set<std::string> known;
    try {
        for (const auto& name : mentions)
            if (known.insert(name).second)
                reader.read(name);
    } catch (const ToolError& error) {
        if (error.code != Code::unsupported)
            throw;
        note("@ attaches nothing: " + error.message);
    }
    return reader.take();
}

model::Message attachment_message(const Attachments& attached)
{
    return model::user_message(std::string(model::data_of_attachments)
            + Json {{"attached", attached.contents}}.dump(
                -1, ' ', false, Json::error_handler_t::replace),
        attached.images);
}

bool is_attachment(const model::Message& message)
{
    return message.role == model::Role::user && model::is_data_of_attachments(message.text());
}

}
