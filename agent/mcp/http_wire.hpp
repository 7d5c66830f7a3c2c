#pragma once

#include "agent/mcp/http_stream.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/mcp/wire.hpp"
#include "agent/oauth/credentials.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// A connection to a server over HTTP. Each message is an HTTP request of its own. Messages of the
// server arrive in the response, as a document or as events of a stream. In the legacy era there is
// a session: an interrupted stream is requested again from its last event on, and one more stream
// has the messages that belong to no request. With the transport of 2024-11-05, all messages of the
// server arrive on one stream, which also names the address to post to.
class HttpWire : public Wire {
public:
    // Does not connect yet. `credentials` provides the token of each request, and must outlive the
    // wire; null: requests have only the headers of the entry. Throws BAD_REQUEST if the URL of the
    // server or of a proxy is invalid.
    explicit HttpWire(const ServerEntry& entry, oauth::Credentials* credentials = nullptr);
    ~HttpWire() override;

    void send(ClientMessage message) override;
    std::size_t unsent_bytes() const override { return waiting_bytes; }
    std::optional<std::string> take_line() override;
    std::optional<WireFailure> take_failure() override;
    void has_response(RequestId id) override;
    bool give_up(RequestId id) override;
    void begin_era(Era its, const std::string& its_version) override;
    bool begin_older() override;
    bool needs_sign_in() const override { return is_refused; }
    bool has_lost_session() const override { return is_session_lost; }
    bool is_silent() const override { return is_dead; }
    void end(std::chrono::milliseconds time) override;
    void kill() override;
    bool is_over() const override { return is_dead; }
    std::string how_it_ended() const override { return how; }
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    using Streams = std::list<HttpStream>;

    bool is_held() const;
    bool is_opening_changes() const;
    void send_held();
    void send_waiting();
    void post(const ClientMessage& message, HttpStream::Purpose purpose);
    void get(HttpStream& stream, const std::string& last_id);
    void open_changes();
    HttpFields fields_of_session() const;
    HttpFields fields_of_message(const ClientMessage& message) const;
    void step(HttpStream& stream);
    void take_session(const HttpStream& stream);
    void take_event(const HttpStream& stream, const model::Event& event);
    bool is_done(HttpStream& stream);
    bool is_done_message(const HttpStream& stream);
    static bool is_done_changes(HttpStream& stream);
    void look_at_older(const HttpStream& stream);
    std::optional<WireFailure> judge(HttpStream& stream);
    bool may_resume(const HttpStream& stream) const;
    std::string in_message(const std::string& text) const;
    std::string without_token(std::string text) const;
    WireFailure failure_of_status(const HttpStream& stream);
    void die(const std::string& why);
    std::optional<ClientMessage> message_to_repeat(const HttpStream& stream);
    bool may_send_again(const HttpStream& stream);
    void repeat_refused();
    bool is_refused_for_scope(const HttpStream& stream) const;
    bool is_waiting_for_token() const { return credentials != nullptr && credentials->is_busy(); }
    WireFailure refusal_of_token(WireFailure failure, const HttpStream& stream);

    web::WebServer server;
    oauth::Credentials* credentials;
    std::map<RequestId, ClientMessage> sent; // requests with a token that may be sent again
    bool is_refused = false; // the server requires a sign-in
    HttpFields own_fields; // headers of the entry
    std::string target; // path and query of the URL
    Streams streams;
    std::deque<ClientMessage> held; // requests that cannot be sent yet
    std::deque<ClientMessage> waiting; // responses and notifications, sent one at a time
    std::size_t waiting_bytes = 0;
    std::deque<std::string> lines;
    std::string session; // empty without a session
    bool is_session_lost = false;
    Era era = Era::legacy;
    std::string version; // protocol version, once the era is known
    bool wants_changes = false;
    Clock::time_point changes_begun; // requests wait for the stream of changes from this time on
    bool is_older = false;
    std::string place; // address to post to with the transport of 2024-11-05; empty: not known yet
    bool is_ending = false;
    bool is_dead = false;
    std::optional<std::string> end_reason; // set if the wire has to end at the end of this step
    std::string how = "was ended";
};

}
