#include "runner/chat/server_answers.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>

namespace runner::chat {

using namespace toolkit;

static Json document_in(std::string_view answer)
{
    const std::size_t head = answer.find("\r\n\r\n");
    const std::string_view line = answer.substr(0, answer.find("\r\n"));
    if (head == std::string_view::npos || !line.starts_with("HTTP/1.")
        || line.find(" 200") == std::string_view::npos)
        return {};
    try {
        return json::parse_bounded(answer.substr(head + 4));
    } catch (const ToolError&) { // it is no server of models
        return {};
    }
}

std::vector<std::string> models_in(std::string_view answer)
{
    static constexpr std::size_t max_models = 20;
    const Json document = document_in(answer);
    std::vector<std::string> names;
    const Json& list = json::member(document, "data");
    if (list.is_array())
        for (const auto& entry : list)
            if (std::string name = json::string_member(entry, "id");
                !name.empty() && names.size() < max_models)
                names.push_back(std::move(name));
    return names;
}

static std::int64_t number_at(const Json& object)
{
    static constexpr std::array fields {
        "max_model_len", "loaded_context_length", "context_length", "n_ctx"};
    static constexpr std::int64_t max_context = 1 << 30;
    for (const char* field : fields)
        if (const Json& value = json::member(object, field); value.is_number_unsigned())
            return static_cast<std::int64_t>(
                std::min<std::uint64_t>(value.get<std::uint64_t>(), max_context));
    return 0;
}

std::int64_t context_in(std::string_view answer)
{
    const Json document = document_in(answer);
    if (const auto size = number_at(json::member(document, "default_generation_settings")))
        return size;
    for (const char* name : {"data", "models"})
        if (const Json& list = json::member(document, name); list.is_array())
            for (const auto& entry : list)
                if (const auto size = number_at(entry))
                    return size;
    return 0;
}

}
