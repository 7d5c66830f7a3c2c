#include "runner/model/http.hpp"

#include "runner/model/transport.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

HttpModel::HttpModel(Endpoint endpoint, Json request, const Output& output, const Interrupt& interrupt)
    : endpoint(std::move(endpoint))
    , request(std::move(request))
    , output(output)
    , interrupt(interrupt)
{
    this->endpoint.url.path += "/chat/completions";
}

static std::string hint_for(const HttpResponse& response, const Endpoint& endpoint)
{
    if (!response.retry_after.empty())
        return "it asks to retry after " + in_quotes(response.retry_after) + " (seconds or a date)";
    if (response.status == 401 && endpoint.api_key.empty())
        return "OAI_API_KEY sets the key";
    if (response.status == 404)
        return "-base-url ends in /v1 for most servers, and -model names a model that they have";
    return {};
}

static void refuse_failure(const HttpResponse& response, const Endpoint& endpoint)
{
    const std::string what
        = "the endpoint " + authority(endpoint.url) + " answered " + std::to_string(response.status);
    if (response.status >= 300 && response.status < 400)
        throw ToolError(Code::io_error,
            what + ", a redirect to " + in_quotes(response.location) + ", and redirects are not followed",
            "-base-url sets the endpoint");
    if (response.status < 200 || response.status >= 300)
        throw ToolError(
            Code::io_error, what + ": " + read_chat_error(response.body), hint_for(response, endpoint));
}

Reply HttpModel::ask(const Json& messages)
{
    request["messages"] = messages;
    const HttpRequest message {endpoint.url, endpoint.api_key, request.dump(), endpoint.timeout};
    output.debug("POST " + authority(endpoint.url) + endpoint.url.path, message.body);
    const HttpResponse response = post(message, interrupt);
    output.debug(std::to_string(response.status), response.body);
    refuse_failure(response, endpoint);
    return read_chat_response(response.body);
}
