#pragma once

#include "agent/model/adapted_request.hpp"
#include "agent/model/api.hpp"
#include "agent/model/chat_completions.hpp"
#include "agent/model/request_writer.hpp"
#include "agent/model/served_models.hpp"
#include "agent/model/trace.hpp"
#include "agent/model/transport.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

using namespace toolkit;

class StreamedReply;

struct Server {
    web::Route route; // its URL does not include /chat/completions or /responses
    std::vector<std::string> headers; // "Name: value"
    std::string api_key; // may be empty
    std::chrono::milliseconds timeout {}; // see HttpRequest, for both
    std::chrono::milliseconds idle_timeout {};
    int retries = 0; // the maximum number of retries of a request
    Api api = Api::automatic;
    PromptCache prompt_cache = PromptCache::automatic;
    std::string fallback = {}; // the model to ask if the other one fails; empty: none
    std::function<void(std::chrono::seconds)> wants_pause
        = {}; // receives the Retry-After of a 429; may be empty
};

// A model on an OpenAI-compatible server, reached by chat completions or the Responses API.
// Messages and replies have the form of chat completions in both cases.
//
// Adapts requests to the server. A feature that the server reports as unknown (streams, usage in
// streams, reasoning that is sent back) is left out in the retry and from then on, and a number
// that it refuses is replaced by the nearest one that it accepts. Ids of calls that it refuses are
// mapped, several calls in one message are split, and images are replaced by texts.
//
// Sends a request again if it failed by a timeout before it was sent, by a broken connection, or
// with a transient status (408, 429, 5xx), unless text of its reply has been shown. No tool has run
// since, so nothing is done twice. If that does not help, or the server does not have the model,
// asks the fallback, which stays in use until change_request() names a model.
class HttpModel : public Model {
public:
    HttpModel(Server server, Json request, Trace& trace, system::Cancel& cancel);

    Reply ask(const Messages& messages, ReplyListener& listener) override;
    Reply ask_separately(const Messages& messages, ReplyListener& listener) override;
    Reply ask_for_format(
        const Messages& messages, const Json& wanted, ReplyListener& listener) override;
    void invalidate_messages() override { written.forget(); }
    void offer_tools(const Json& tools) override { request.offer_tools(tools); }
    void change_request(const Json& fields) override;

    // Returns the context size of the model that the server reports, in tokens; 0 if it reports
    // none within 5 s.
    std::int64_t context_window() override;

    // Returns the server's response to GET /models. Throws as ask() does, but sends the request
    // only once.
    Json models();

    // Returns the models that the server offers, with the windows and prices that it publishes,
    // those of /model/info (LiteLLM) if /models has no price. Throws as models() does.
    std::vector<ServedModel> served_models();

    // Requests the embedding of a text from /embeddings. Returns {"model", "embedding": […],
    // "usage"?}; for an array of texts "embeddings" in place of "embedding", in their order. Throws
    // as ask() does.
    Json embed(const Json& input);

private:
    using Place = AdaptedRequest::Place;
    void learn_origin();
    Reply ask_at(Place place, const Messages& messages, ReplyListener& listener);
    Reply ask_repeatedly(Place place, const Messages& messages, ReplyListener& listener);
    bool falls_back(const ToolError& error, const ReplyListener& listener);
    Reply try_once(Place place, const Messages& messages, ReplyListener& listener);
    bool notes_images(bool is_adapted) const;
    bool adapt(Place place, const Messages& messages, const HttpResponse& response);
    bool give_up_cache_marks(const HttpResponse& response);
    void note_refused_marks();
    Reply read(StreamedReply& streamed, std::string_view body, ReplyListener& listener) const;
    Json get(const std::string& path, bool replaces_path, std::chrono::milliseconds patience);
    HttpResponse exchange(const HttpRequest& message);
    HttpResponse post(std::string_view body, StreamedReply& streamed);
    Json embed_once(const Json& input);
    bool waits_while_loading(
        const HttpResponse& response, std::chrono::steady_clock::time_point begin);
    bool waited_for_retry(int number, const ToolError& error) const;
    void note_pause(const HttpResponse& response);

    Server server;
    AdaptedRequest request; // the request, without the messages
    RequestWriter written;
    MessageFormat manner; // the form in which the server accepts messages
    std::string retry_after; // from the last response
    int last_status = 0; // status of the last response; 0 if there was none
    bool was_cut = false; // the last response was a stream without its end
    bool lacks_model = false; // the last response says that the server does not have the model
    bool has_fallen_back = false;
    bool wants_marks = false; // the model that is asked
    bool refuses_cache_marks = false;
    std::string refusal_of_marks; // the refusal that led to a request without marks; empty: none
    bool has_told_of_loading = false;
    Trace& trace;
    system::Cancel& cancel;
    Transport transport;
};

}
